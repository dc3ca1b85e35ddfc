const { readFile } = require('node:fs/promises');
const { serve } = require('./serve.js');

serve(async () => JSON.parse(await readFile(`${__dirname}/package.json`, 'utf8')));
