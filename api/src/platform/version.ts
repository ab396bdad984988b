import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The version of the product, which is also the name of its tag without the `v`. */
export const version = (JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }).version;

/** The commit of the checkout; undefined outside one, such as in an image. */
export function checkedOutCommit(folder = root): string | undefined {
  const read = (path: string) => {
    try {
      return readFileSync(`${folder}.git/${path}`, 'utf8').trim();
    } catch {
      return undefined;
    }
  };
  const head = read('HEAD');
  const branch = head?.match(/^ref: (refs\/[\w./-]+)$/)?.[1];
  const commit = branch
    ? (read(branch) ?? read('packed-refs')?.match(new RegExp(`^([0-9a-f]+) ${RegExp.escape(branch)}$`, 'm'))?.[1])
    : head;
  return commit && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
