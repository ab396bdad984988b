import { Unzip, UnzipInflate } from 'fflate';
import sax from 'sax';
import { ApiError } from '../api/api.ts';
import { mainThreadReleases } from './main-thread.ts';

/** Limits of an unpacked workbook, against zip bombs: total bytes and number of parts. */
export const workbookLimits = { bytes: 256 * 1024 * 1024, parts: 5_000 } as const;

/** Compressed bytes unpacked per step; at the highest compression ratio they become four megabytes. */
const chunkSize = 4 * 1024;

/** A zipped workbook. `bytesLeft` is shared by all passes over it. */
export type PackedWorkbook = { readonly bytes: Uint8Array; bytesLeft: number };

/** Receives the text of a part in chunks. */
export type TextHandler = (text: string, last: boolean) => void;

/** The error for a file that is not a workbook, or a damaged one. */
export const invalidWorkbookError = () => new ApiError(400, { messageCode: 'import.notCsv' });

/** Reads the zip file once and unpacks the parts for which `handlerFor` returns a handler. */
export async function unpack(
  packed: PackedWorkbook,
  handlerFor: (part: string) => TextHandler | undefined,
): Promise<void> {
  let failure: Error | undefined;
  let partCount = 0;
  const zip = new Unzip((part) => {
    partCount += 1;
    if (partCount > workbookLimits.parts) failure ??= new ApiError(400, { messageCode: 'import.workbookTooLarge' });
    const handler = failure ? undefined : handlerFor(partName(part.name));
    if (!handler) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    part.ondata = (error, chunk, last) => {
      // Errors thrown here come back through `error`, so the first one is kept.
      if (failure) return;
      try {
        if (error) throw error;
        packed.bytesLeft -= chunk.length;
        if (packed.bytesLeft < 0) throw new ApiError(400, { messageCode: 'import.workbookTooLarge' });
        handler(decoder.decode(chunk, { stream: !last }), last);
      } catch (thrown) {
        failure ??= thrown instanceof ApiError ? thrown : invalidWorkbookError();
      }
    };
    part.start();
  });
  zip.register(UnzipInflate);
  const { bytes } = packed;
  const release = mainThreadReleases();
  for (let from = 0; from < bytes.length; from += chunkSize) {
    try {
      zip.push(bytes.subarray(from, from + chunkSize), from + chunkSize >= bytes.length);
    } catch {
      failure ??= invalidWorkbookError();
    }
    if (failure) throw failure;
    await release();
  }
}

/** The name of a part for comparison: forward slashes, no leading slash, and in one letter case, as the format has it. */
const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export type Relationship = { readonly type: string; readonly target: string };

/** Reads the relationships of a part into `relations`, by id; targets are relative to the folder of the part. */
export function relationsReader(part: string, relations: Map<string, Relationship>): TextHandler {
  return xmlReader({
    open(element, { Id: id = '', Type: type = '', Target: target = '' }) {
      if (element !== 'Relationship') return;
      const { pathname } = new URL(target.replaceAll('\\', '/'), `http://package/${part}`);
      relations.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: partName(decodeURI(pathname)) });
    },
  });
}

/** The part with the relationships of a part. */
export const relationsOf = (part: string): string => part.replace(/[^/]*$/, '_rels/$&.rels');

/** XML events of a part. */
type XmlHandlers = {
  readonly open?: (element: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (element: string) => void;
};

/** Parses the XML of a part as a stream. External references are not resolved, and a doctype (entities) is rejected. */
export function xmlReader({ open, text, close }: XmlHandlers): TextHandler {
  const stop = (error: Error) => {
    throw error;
  };
  const parser = Object.assign(sax.parser(true), {
    onerror: stop,
    ondoctype: () => stop(invalidWorkbookError()),
    onopentag: ({ name, attributes }: sax.Tag | sax.QualifiedTag) =>
      open?.(localName(name), attributes as Record<string, string>),
    ontext: (chunk: string) => text?.(chunk),
    oncdata: (chunk: string) => text?.(chunk),
    onclosetag: (name: string) => close?.(localName(name)),
  });
  return (chunk, last) => {
    parser.write(chunk);
    if (last) parser.close();
  };
}

/** Some writers use a namespace prefix on every element. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);
