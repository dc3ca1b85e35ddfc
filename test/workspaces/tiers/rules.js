(function evaluatedAnew(values) {
  let hash = 19;
  hash = ((hash << 5) - hash + values[0]) | 0;
  hash = ((hash << 5) - hash + values[1]) | 0;
  for (let i = 2; i < 1_000; i++) hash = ((hash << 5) - hash + values[i]) | 0; // hot: anew
  return hash;
});
