/** Identifies the processes of a run. */
export interface RunMarks {
  /** Process and group id of the target; null before it is started. */
  root: number | null;
  runFolder: string;
}
