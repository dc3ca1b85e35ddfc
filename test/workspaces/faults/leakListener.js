const { EventEmitter } = require('node:events');
const { serve } = require('./serve.js');

const bus = new EventEmitter();
bus.setMaxListeners(0);

function subscribe(user) {
  const orders = [{ user, items: [user, user + 1, user + 2] }];
  bus.on('order', (order) => orders.push(order));
  return orders.length;
}

let users = 0;
serve(() => ({ orders: subscribe(users++) }));
