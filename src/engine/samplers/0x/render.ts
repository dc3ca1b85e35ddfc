/** Stands for 0x's own flamegraph in our build of 0x, since Hotframe asks it to collect only. */
module.exports = () => {
  throw new Error('0x was built into Hotframe without its own flamegraph.');
};
