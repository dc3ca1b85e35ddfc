const { serve } = require('./serve.js');

/** Each kind of event has properties in an order of its own. */
const events = Array.from({ length: 4000 }, (_, id) => {
  const event = {};
  for (let at = 0; at < 12; at++) event[`field${(at * 5 + (id % 40)) % 41}`] = at;
  event.price = id % 90;
  return event;
});

function totalOf(list, turns) {
  let total = 0;
  for (let turn = 0; turn < turns; turn++) {
    for (let at = 0; at < list.length; at++) total += list[at].price; // fault
  }
  return total;
}

serve(() => ({ total: totalOf(events, 300) }));
