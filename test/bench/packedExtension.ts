import { minifyExtension, layOutExtension } from '../support/vsix.ts';

/** Lays the extension out as an installation of its vsix does: minified. */
export function layOutPacked(extensionsFolder: string): void {
  minifyExtension(layOutExtension(extensionsFolder));
}
