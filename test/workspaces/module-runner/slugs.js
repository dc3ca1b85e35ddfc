const titles = Array.from(
  { length: 3_000 },
  (_, n) => `Chapter ${n}: What the Ávila Valley Remembers`,
);

exports.slugs = function slugs() {
  const made = [];
  for (const title of titles) made.push(title.normalize('NFD').replace(/[^a-z0-9]+/gi, '-')); // hot
  return made;
};
