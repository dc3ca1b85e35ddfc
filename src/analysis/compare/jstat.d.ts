/** The part of the package that we use; it ships no types. */
declare module 'jstat' {
  const jStat: {
    studentt: {
      inv(probability: number, degreesOfFreedom: number): number;
      cdf(t: number, degreesOfFreedom: number): number;
    };
  };
  export default jStat;
}
