import { Unzip, UnzipInflate } from 'fflate';
import sax from 'sax';
import { ApiError } from './api.ts';

/** How much a workbook may hold once it is unpacked, and in how many parts: whatever it promises, more is never unpacked. */
export const workbookLimits = { bytes: 256 * 1024 * 1024, parts: 5_000 } as const;

/** How many packed bytes are unpacked at once: at the highest ratio there is they become four megabytes. */
const pieceSize = 4 * 1024;
/** For how many milliseconds the page stands still at most. */
const breath = 40;

/** A packed workbook; what was unpacked of it counts through all looks into it. */
export type Packed = { readonly bytes: Uint8Array; left: number };

/** What is done with a part as its text comes. */
export type TakesText = (text: string, last: boolean) => void;

/** That a file is no workbook, or a broken one. */
export const noWorkbook = () => new ApiError(400, { messageCode: 'import.notCsv' });

/** Goes through a packed workbook once and unpacks those of its parts that somebody takes. */
export async function unpack(packed: Packed, taking: (part: string) => TakesText | undefined): Promise<void> {
  let fault: Error | undefined;
  let parts = 0;
  const zip = new Unzip((part) => {
    parts += 1;
    if (parts > workbookLimits.parts) fault ??= new ApiError(400, { messageCode: 'import.workbookTooLarge' });
    const take = fault ? undefined : taking(nameOf(part.name));
    if (!take) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    part.ondata = (error, piece, last) => {
      // what is thrown in here comes back as an error, so the first one is kept
      if (fault) return;
      try {
        if (error) throw error;
        packed.left -= piece.length;
        if (packed.left < 0) throw new ApiError(400, { messageCode: 'import.workbookTooLarge' });
        take(decoder.decode(piece, { stream: !last }), last);
      } catch (thrown) {
        fault ??= thrown instanceof ApiError ? thrown : noWorkbook();
      }
    };
    part.start();
  });
  zip.register(UnzipInflate);
  const { bytes } = packed;
  let drawn = performance.now();
  for (let from = 0; from < bytes.length; from += pieceSize) {
    try {
      zip.push(bytes.subarray(from, from + pieceSize), from + pieceSize >= bytes.length);
    } catch {
      fault ??= noWorkbook();
    }
    if (fault) throw fault;
    if (performance.now() - drawn < breath) continue;
    await new Promise((resolve) => setTimeout(resolve));
    drawn = performance.now();
  }
}

/** A part under the name by which others speak of it. */
const nameOf = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '');

/** What is heard of a part: where an element begins, its text, and where it ends. */
type Heard = {
  readonly open?: (element: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (element: string) => void;
};

/** Reads a part as its text comes. Nothing is looked up elsewhere, and no word stands for a longer one. */
export function reading({ open, text, close }: Heard): TakesText {
  const stop = (error: Error) => {
    throw error;
  };
  const parser = Object.assign(sax.parser(true), {
    onerror: stop,
    ondoctype: () => stop(noWorkbook()),
    onopentag: ({ name, attributes }: sax.Tag | sax.QualifiedTag) =>
      open?.(local(name), attributes as Record<string, string>),
    ontext: (words: string) => text?.(words),
    oncdata: (words: string) => text?.(words),
    onclosetag: (name: string) => close?.(local(name)),
  });
  return (words, last) => {
    parser.write(words);
    if (last) parser.close();
  };
}

/** Some writers put a word of their own before the name of every element. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);
