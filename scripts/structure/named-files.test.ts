import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs.map((name) => `docs/${name}`)];

/** The files and folders of the project that a page names between backticks, without placeholders and glob patterns. */
const namedFiles = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`((?:api|bench|contract|docs|e2e|scripts|web)\/[\w./-]+)`/g)]
    .map(([, path]) => path!)
    .filter((path) => /\.\w+$|\/$/.test(path));

test.each(pages)('every file that %s names exists', (page) => {
  expect(namedFiles(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
