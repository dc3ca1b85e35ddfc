/** The part of the package that is used; it ships no types. */
declare module 'jstat' {
  const jStat: {
    studentt: {
      inv(probability: number, degreesOfFreedom: number): number;
      cdf(t: number, degreesOfFreedom: number): number;
    };
  };
  export default jStat;
}
