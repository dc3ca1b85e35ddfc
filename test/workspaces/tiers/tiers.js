/**
 * One function for each tier that V8 can stop at. The server's flags (`--turbo-filter=-stops*`,
 * `--maglev-filter=-stopsLow*`, `--sparkplug-filter=-stopsLowInIgnition`) keep V8 from compiling
 * them any further.
 */

function stopsLowInIgnition(values) {
  let hash = 7;
  for (let i = 0; i < 1_000; i++) hash = ((hash << 5) - hash + values[i]) | 0; // hot: ignition
  return hash;
}

function stopsLowInSparkplug(values) {
  let hash = 11;
  for (let i = 0; i < 1_000; i++) hash = ((hash << 5) - hash + values[i]) | 0; // hot: sparkplug
  return hash;
}

function stopsInMaglev(values) {
  let hash = 13;
  for (let i = 0; i < 1_000; i++) hash = ((hash << 5) - hash + values[i]) | 0; // hot: maglev
  return hash;
}

function settles(values) {
  let hash = 17;
  for (let i = 0; i < 1_000; i++) hash = ((hash << 5) - hash + values[i]) | 0; // hot: turbofan
  return hash;
}

module.exports = { stopsLowInIgnition, stopsLowInSparkplug, stopsInMaglev, settles };
