/** Names of the global functions that rewritten modules call. */
export const recordCall = '__hotframeBenchCall';
export const handOutCall = '__hotframeBenchOut';
export const classesCall = '__hotframeBenchClasses';
/** Tells why the module has no such function, where its loader runs in another thread. */
export const problemCall = '__hotframeBenchProblem';
export const foundCall = '__hotframeBenchFound';
