/** Replaces 0x's own flamegraph in our build, since Hotframe only lets 0x collect. */
module.exports = () => {
  throw new Error('0x was built into Hotframe without its own flamegraph.');
};
