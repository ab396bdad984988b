import { vi } from 'vitest';
import { readSheets } from '../src/platform/workbook/workbook-reader.ts';

type SavedFile = { readonly name: string; readonly file: Blob };

/** Records the files that the portal saves, instead of downloading them. */
export function recordSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  const files = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const url = `blob:http://localhost/${files.size}`;
    files.set(url, file as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href)! });
  });
  return saved;
}

/** The cells of the only sheet of a workbook, as texts or formulas. */
export async function cellsOf(workbook: Blob) {
  const [sheet] = await readSheets(workbook);
  return [...sheet!.rows.values()];
}
