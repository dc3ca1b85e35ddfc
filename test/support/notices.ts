import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

interface Package {
  name: string;
  version: string;
  /** As its manifest says it, such as `MIT`. */
  license: string;
  copyright: string[];
  /** Without the lines of copyright; empty where the package has no file with it. */
  text: string;
}

/**
 * Who wrote the code of other packages in the bundles, and under which licence: taken from what
 * esbuild says that it put in, and from those packages' own files. Each text is there once.
 */
export function thirdPartyNotices(bundles: readonly Metafile[], root: string): string {
  const packages = [...new Set(bundles.flatMap(packageFolders))]
    .map((folder) => readPackage(join(root, folder)))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const byText = new Map<string, Package[]>();
  for (const each of packages) {
    const key = `${each.license} ${keyOf(each.text)}`;
    byText.set(key, [...(byText.get(key) ?? []), each]);
  }
  const sections = [...byText.values()].map((group) => {
    const names = [...new Set(group.map(headOf))].join('\n');
    return `${names}\n\n${group[0]!.text || `Licence: ${group[0]!.license}, by its package.json.`}`;
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Hotframe holds code of these packages.${rule}${sections.join(rule)}\n`;
}

/** `node_modules/a/node_modules/@b/c` of each file that left something in an output. */
function packageFolders({ outputs }: Metafile): string[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
}

/** Of packages from before manifests had it. */
function licenseOfReadme(folder: string): string | undefined {
  const file = readdirSync(folder).find((entry) => /^readme\.md$/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8') : '';
  return /^#+ *licen[cs]e\s+([\w.-]+)\s*$/im.exec(text)?.[1];
}

function readPackage(folder: string): Package {
  const { name, version, ...told } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string; licenses?: { type: string }[] };
  // The list is npm's form of before 2015.
  const license =
    told.license ?? told.licenses?.map(({ type }) => type).join(' OR ') ?? licenseOfReadme(folder);
  if (!license) throw new Error(`${name} is bundled, and says no licence.`);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)\b/i.test(entry));
  const lines = file ? readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/) : [];
  return {
    name,
    version,
    license,
    copyright: lines.filter(isCopyright).map((line) => line.trim()),
    text: lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .trim(),
  };
}

function isCopyright(line: string): boolean {
  return /^\s*copyright\b.*(\d{4}|\(c\)|©)/i.test(line);
}

/** The same for texts that differ only in their title and line breaks. */
function keyOf(text: string): string {
  const body = text.replace(/^(the )?(mit|isc) licen[cs]e( \(?(mit|isc)\)?)?/i, '');
  return body
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

function headOf({ name, version, license, copyright }: Package): string {
  return [`${name} ${version} (${license})`, ...copyright.map((line) => `  ${line}`)].join('\n');
}
