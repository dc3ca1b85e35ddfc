export interface ViewMarkup {
  /** Written by us, so it needs no escaping, unlike text of a profile. */
  title: string;
  /** As the webview writes its own origin in a Content-Security-Policy. */
  cspSource: string;
  nonce: string;
  scriptUri: string;
  styleUri: string;
}

/** The page of a view. Nothing of a profile is in it: that comes by message, as data. */
export function viewMarkup({ title, cspSource, nonce, scriptUri, styleUri }: ViewMarkup): string {
  const policy = [
    `default-src 'none'`,
    `img-src data:`,
    `style-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<link rel="stylesheet" href="${styleUri}">`,
    '</head>',
    '<body>',
    `<script nonce="${nonce}" src="${scriptUri}"></script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
