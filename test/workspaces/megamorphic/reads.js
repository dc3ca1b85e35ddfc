/**
 * The same sum over rows of one, of three and of twelve shapes, and one that reads a property whose
 * name is in a variable. What V8 has learned at each of the four lines is known.
 */

function sumOfOneShape(rows) {
  let sum = 0;
  for (const row of rows) {
    sum += row.price; // one shape
  }
  return sum;
}

function sumOfThreeShapes(rows) {
  let sum = 0;
  for (const row of rows) {
    sum += row.price; // three shapes
  }
  return sum;
}

function sumOfManyShapes(rows) {
  let sum = 0;
  for (const row of rows) {
    sum += row.price; // many shapes
  }
  return sum;
}

function sumOfFields(rows, fields) {
  let sum = 0;
  for (const row of rows) {
    for (const field of fields) {
      if (row[field] !== undefined) sum += row[field].length; // by name
    }
  }
  return sum;
}

Object.assign(exports, { sumOfOneShape, sumOfThreeShapes, sumOfManyShapes, sumOfFields });
