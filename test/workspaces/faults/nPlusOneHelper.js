const http = require('node:http');
const { serve } = require('./serve.js');
const { startUpstream } = require('./upstream.js');

function getJson(url) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false }, (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
  });
}

async function main() {
  const upstream = await startUpstream(3);
  serve(async () => {
    const prices = [];
    for (let id = 0; id < 6; id++) {
      prices.push((await getJson(`${upstream}/prices/${id}`)).price); // fault
    }
    return { prices };
  });
}

void main();
