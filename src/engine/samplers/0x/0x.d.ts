declare module '0x' {
  interface Options {
    argv: string[];
    pathToNodeBinary?: string;
    /** V8's log is written here. */
    workingDir: string;
    /** 0x writes its own results here. */
    outputDir?: string;
    /** Skips 0x's own flamegraph. */
    collectOnly: true;
  }
  /** Resolves to the folder when the server has ended. */
  export default function profile(options: Options): Promise<string>;
}
