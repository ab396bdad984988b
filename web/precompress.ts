import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json|ico)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes a brotli and a gzip copy of every built file that gets smaller, so that the server does not compress at
 * runtime.
 */
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
      const compressibleFiles = files.filter((file) => compressible.test(file) && !file.startsWith('.vite'));
      await Promise.all(compressibleFiles.map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const copies = [
    [
      `${file}.br`,
      await brotli(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
    ],
    [`${file}.gz`, await zip(content, { level: 9 })],
  ] as const;
  for (const [name, compressed] of copies) {
    if (compressed.length < content.length * 0.95) await writeFile(name, compressed);
  }
}
