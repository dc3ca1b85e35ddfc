/** Work of a thread. */
module.exports = function sumRoots(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.sqrt(i);
  return sum;
};
