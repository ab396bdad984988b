import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'));
const mantine = join(styles, '..', 'esm');
const sourceOf = (path: string) => readFileSync(path, 'utf8');

/** What some files take from Mantine by name. */
function takenBy(pattern: string, folder: string): string[] {
  return globSync(pattern, { cwd: folder }).flatMap((file) =>
    [...sourceOf(join(folder, file)).matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  );
}

/** The parts with a style sheet that are drawn wherever these are. */
function drawnBy(names: readonly string[]): Set<string> {
  const places = new Map(
    [...sourceOf(join(mantine, 'index.mjs')).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)].flatMap(
      ([, given = '', path = '']) => given.split(',').map((name) => [name.trim().replace(/.* as /, ''), path] as const),
    ),
  );
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, path = ''] of sourceOf(file).matchAll(/from "(\.[^"]+)"/g)) visit(join(dirname(file), path));
  };
  for (const name of names) {
    const path = places.get(name);
    if (path) visit(join(mantine, path));
  }
  const parts = [...files].map((file) => /([A-Za-z]+)\.module\.mjs$/.exec(file)?.[1]);
  return new Set(
    parts.filter((part) => part !== undefined && existsSync(join(styles, `${part}.layer.css`))) as string[],
  );
}

test('every part of Mantine that the portal draws comes with its style sheet, and no other does', () => {
  const web = join(import.meta.dirname, '..');
  const notifications = join(styles, '..', '..', 'notifications', 'esm');
  const drawn = drawnBy([
    ...takenBy('**/*.tsx', web),
    ...takenBy('**/*.ts', web),
    ...takenBy('**/*.mjs', notifications),
  ]);
  const loaded = [...sourceOf(join(web, 'platform', 'portal-styles.ts')).matchAll(/styles\/([A-Z]\w+)\.layer\.css/g)];
  expect(drawn.size).toBeGreaterThan(20);
  expect(new Set(loaded.map(([, part]) => part))).toEqual(drawn);
});
