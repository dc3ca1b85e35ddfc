/** Folder of this file, or of the bundle that it was built into: the one spelling that both know. */
export = __dirname;
