/** A route before its prefixes are joined. Positions are offsets; the lens goes to `at`. */
export interface RouteAt {
  method: string;
  prefix: string;
  path: string;
  at: number;
  end: number;
  handler: string | null;
}
