const { serve } = require('./serve.js');

const sessions = new Map();
let count = 0;

class Session {
  constructor(id) {
    this.id = id;
    this.seen = Date.now() / 3;
    this.cart = new Array(40).fill(id);
  }
}

// Small enough to be inlined.
function open(id) {
  return new Session(id);
}

function startSession() {
  count++;
  sessions.set(`s${count}`, open(count));
  return { sessions: sessions.size };
}

serve(() => startSession());
