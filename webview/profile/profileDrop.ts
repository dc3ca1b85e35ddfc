/** The types of a dragged list of URIs: VS Code's own and the standard one. */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

/**
 * Takes files that are dropped on the view. The view gets only their URIs, and VS Code passes a
 * drag on only while Shift is held.
 * @param onDrop gets no URIs for files dragged from another program, which have none
 */
export function takeDrops(target: Document, onDrop: (uris: string[]) => void): void {
  const isForUs = (event: DragEvent) =>
    [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || isList(type));
  for (const kind of ['dragenter', 'dragover'] as const) {
    target.addEventListener(kind, (event) => {
      if (!isForUs(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      target.body.classList.add('drop-target');
    });
  }
  target.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) target.body.classList.remove('drop-target');
  });
  target.addEventListener('drop', (event) => {
    target.body.classList.remove('drop-target');
    if (!isForUs(event)) return;
    event.preventDefault();
    onDrop(urisOf(event.dataTransfer));
  });
}

function isList(type: string): boolean {
  return listTypes.includes(type.toLowerCase());
}

function urisOf(data: DataTransfer | null): string[] {
  for (const type of listTypes) {
    const lines = (data?.getData(type) ?? '').split(/\r?\n/).map((line) => line.trim());
    const uris = lines.filter((line) => line !== '' && !line.startsWith('#'));
    if (uris.length > 0) return uris;
  }
  return [];
}
