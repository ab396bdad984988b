// The licences of all packages of the lockfile, as a table: npm run -s licences. Fails if one is not allowed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Locked = { readonly version?: string; readonly license?: string; readonly dev?: boolean; readonly link?: boolean };
export type Licence = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly shipped: boolean;
};

/** Licences whose terms an Apache-2.0 product can keep; LGPL for libraries that are loaded, such as libvips. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);

/** Whether an SPDX expression can be fulfilled with allowed licences. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .replaceAll(' and ', ' AND ')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => allowed.has(licence.trim())));

/** The packages of a lockfile, those that are part of the product first. */
export function licencesOf(lockfile: string): Licence[] {
  const { packages } = JSON.parse(lockfile) as { packages: Record<string, Locked> };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { version = '', license = 'unknown', dev = false }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      shipped: !dev,
    }))
    .sort((a, b) => Number(b.shipped) - Number(a.shipped) || (a.name < b.name ? -1 : 1));
}

if (import.meta.main) {
  const licences = licencesOf(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  for (const { name, version, licence, shipped } of licences)
    process.stdout.write(`${[name, version, licence, shipped ? 'shipped' : 'development'].join('\t')}\n`);
  const refused = licences.filter(({ licence }) => !isAllowed(licence));
  for (const { name, licence } of refused)
    process.stderr.write(
      `${name}: the licence ${licence} is not allowed; add it in scripts/licences.ts or drop the package\n`,
    );
  if (refused.length > 0) process.exitCode = 1;
}
