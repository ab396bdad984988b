import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'));
const mantine = join(styles, '..', 'esm');
const sourceOf = (path: string) => readFileSync(path, 'utf8');

/** The names that files import from Mantine. */
function importedNames(pattern: string, folder: string): string[] {
  return globSync(pattern, { cwd: folder }).flatMap((file) =>
    [...sourceOf(join(folder, file)).matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  );
}

/** The Mantine components with a style sheet that these components use, directly or indirectly. */
function styledComponentsOf(names: readonly string[]): Set<string> {
  const modulePaths = new Map(
    [...sourceOf(join(mantine, 'index.mjs')).matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g)].flatMap(
      ([, specifiers = '', path = '']) =>
        specifiers.split(',').map((name) => [name.trim().replace(/.* as /, ''), path] as const),
    ),
  );
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, path = ''] of sourceOf(file).matchAll(/from "(\.[^"]+)"/g)) visit(join(dirname(file), path));
  };
  for (const name of names) {
    const path = modulePaths.get(name);
    if (path) visit(join(mantine, path));
  }
  const parts = [...files].map((file) => /([A-Za-z]+)\.module\.mjs$/.exec(file)?.[1]);
  return new Set(
    parts.filter((part) => part !== undefined && existsSync(join(styles, `${part}.layer.css`))) as string[],
  );
}

test('the portal imports the style sheets of exactly those Mantine components that the portal uses', () => {
  const web = join(import.meta.dirname, '../..');
  const notifications = join(styles, '..', '..', 'notifications', 'esm');
  const usedComponents = styledComponentsOf([
    ...importedNames('**/*.tsx', web),
    ...importedNames('**/*.ts', web),
    ...importedNames('**/*.mjs', notifications),
  ]);
  // components that few screens use import their own style sheets, which load with them
  const importedSheets = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((file) => [
    ...sourceOf(join(web, file)).matchAll(/import '@mantine\/core\/styles\/([A-Z]\w+)\.layer\.css'/g),
  ]);
  expect(usedComponents.size).toBeGreaterThan(20);
  expect(new Set(importedSheets.map(([, part]) => part))).toEqual(usedComponents);
});
