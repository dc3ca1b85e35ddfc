/** Names of the global functions that rewritten modules call. */
export const recordCall = '__hotframeBenchCall';
export const handOutCall = '__hotframeBenchOut';
export const classesCall = '__hotframeBenchClasses';
export const foundCall = '__hotframeBenchFound';
