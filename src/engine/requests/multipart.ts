export interface FormField {
  name: string;
  value: string;
  /** Null if it is not a file. */
  fileName: string | null;
  /** Null for plain text. */
  type: string | null;
}

const ownBoundary = 'hotframe-form-boundary';

/** A form as `multipart/form-data` (RFC 7578), with the content type that names its boundary. */
export function multipartForm(
  fields: readonly FormField[],
  boundary = ownBoundary,
): { type: string; body: string } {
  const parts = fields.map(({ name, value, fileName, type }) => {
    const file = fileName === null ? '' : `; filename="${quoted(fileName)}"`;
    const lines = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
      ...(type === null ? [] : [`Content-Type: ${type}`]),
      '',
      value,
    ];
    return lines.join('\r\n') + '\r\n';
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${parts.join('')}--${boundary}--\r\n`,
  };
}

/** The boundary in a content type; null without one. */
export function boundaryOf(contentType: string): string | null {
  const [, inQuotes, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return inQuotes ?? plain ?? null;
}

/** Escapes as browsers do. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
