const { serve } = require('./serve.js');

const jobs = new Map();
let last = 0;

function startJob() {
  const id = ++last;
  jobs.set(id, false);
  setTimeout(() => jobs.set(id, true), 5);
  return id;
}

serve(async () => {
  const id = startJob();
  while (!jobs.get(id)) await new Promise((resolve) => setTimeout(resolve, 30)); // fault
  jobs.delete(id);
  return { id };
});
