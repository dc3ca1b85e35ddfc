const { serve } = require('./serve.js');

class Audit {
  entries = [];

  write(path) {
    const entry = {
      path,
      at: new Date(),
      text: `asked for ${path} as number ${this.entries.length}`,
    };
    this.entries.push(entry);
    return entry;
  }
}

const audit = new Audit();
const recent = [];

// A part that is no leak: the last hundred.
function remember(path) {
  recent.push({ path, parts: path.split('/'), headers: new Array(50).fill(path) });
  if (recent.length > 100) recent.shift();
}

serve((request) => {
  remember(request.url);
  return { at: audit.write(request.url).at };
});
