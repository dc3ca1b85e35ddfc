/** Forty shapes at one access: V8 optimizes the function, and looks each property up in a cache. */
const objects = Array.from({ length: 400 }, (_, i) => {
  const object = {};
  object[`only${i % 40}`] = i;
  object.weight = i & 31;
  return object;
});

function readsManyShapes() {
  let sum = 0;
  for (const object of objects) sum += object.weight; // hot: megamorphic
  return sum;
}

exports.readsManyShapes = readsManyShapes;
