declare module '0x' {
  interface Options {
    argv: string[];
    pathToNodeBinary?: string;
    /** Gets V8's log. */
    workingDir: string;
    /** Gets what 0x makes of it. */
    outputDir?: string;
    /** Leaves out its own flamegraph. */
    collectOnly: true;
  }
  /** Resolves to the folder when the process that it started has ended. */
  export default function profile(options: Options): Promise<string>;
}
