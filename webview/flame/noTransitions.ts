/**
 * Replaces d3-transition, which d3-flame-graph imports: flameChart.ts draws without transitions,
 * and less code loads faster. It must export nothing.
 */
export {};
