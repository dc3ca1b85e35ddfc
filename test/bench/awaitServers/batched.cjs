const { createServer } = require('node:http');
const DataLoader = require('dataloader');
const Datastore = require('@seald-io/nedb');

const users = new Datastore();
for (let id = 0; id < 500; id++) users.insert({ id, name: `user ${id}` });
users.ensureIndex({ fieldName: 'id' });

/** Finds the users of all requests that ask in the same moment at once. */
const loader = new DataLoader(
  async (ids) => {
    const found = await users.findAsync({ id: { $in: [...new Set(ids)] } });
    const byId = new Map(found.map((user) => [user.id, user]));
    return ids.map((id) => byId.get(id));
  },
  { cache: false },
);

let next = 0;
createServer(async (request, response) => {
  const ids = Array.from({ length: 20 }, () => next++ % 500);
  const found = await loader.loadMany(ids);
  response.end(String(found.length));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
