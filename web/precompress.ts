import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const squeezable = /\.(js|css|svg|json|ico)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Puts a brotli and a gzip copy beside every built file that shrinks, so that the server never compresses one itself. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const files = await readdir(folder, { recursive: true });
      const wanted = files.filter((file) => squeezable.test(file) && !file.startsWith('.vite'));
      await Promise.all(wanted.map((file) => squeeze(join(folder, file))));
    },
  };
}

async function squeeze(file: string): Promise<void> {
  const plain = await readFile(file);
  const copies = [
    [
      `${file}.br`,
      await brotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      }),
    ],
    [`${file}.gz`, await zip(plain, { level: 9 })],
  ] as const;
  for (const [name, packed] of copies) {
    if (packed.length < plain.length * 0.95) await writeFile(name, packed);
  }
}
