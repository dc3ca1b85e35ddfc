/**
 * In the place of d3-transition, which d3-flame-graph imports: flameChart.ts draws without transitions,
 * and a page is read before it draws. Nothing is to be exported.
 */
export {};
