const { createServer } = require('node:http');
const { Pool } = require('pg');

const pool = new Pool({
  host: '127.0.0.1',
  port: Number(process.env.DATABASE_PORT),
  user: 'test',
  database: 'postgres',
  max: 4,
});

/** Sums what a pool of connections answers. */
async function total() {
  const { rows } = await pool.query(
    'select g as n, $1 || g as name from generate_series(1, 200) g',
    ['customer '],
  );
  return rows.reduce((sum, { n }) => sum + n, 0);
}

createServer(async (request, response) => {
  response.end(String(await total()));
}).listen(process.env.PORT ?? 0, '127.0.0.1');
