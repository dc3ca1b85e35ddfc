const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

async function main() {
  const [users, orders] = await Promise.all([startUpstream(12), startUpstream(50)]);

  async function profile() {
    const user = await fetch(`${users}/user`);
    const order = await fetch(`${orders}/order`); // fault
    return { user: await user.json(), order: await order.json() };
  }

  serve(profile);
}

void main();
