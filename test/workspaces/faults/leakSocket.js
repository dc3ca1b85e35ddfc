const net = require('node:net');
const { serve } = require('./serve.js');

const upstream = net.createServer((socket) => socket.on('data', () => socket.write('7')));
upstream.listen(0, '127.0.0.1');

let count = 0;

function askPrice() {
  return new Promise((resolve, reject) => {
    const socket = net.connect(upstream.address().port, '127.0.0.1');
    const isEnded = count++ % 20 !== 0;
    socket.on('error', reject);
    socket.on('connect', () => socket.write('?'));
    socket.on('data', (price) => {
      resolve(Number(price));
      if (isEnded) socket.destroy();
    });
  });
}

serve(async () => ({ price: await askPrice() }));
