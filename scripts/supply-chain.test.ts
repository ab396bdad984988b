import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAllowed, licencesOf } from './licences.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('every package of the lockfile has an allowed licence', () => {
  const licences = licencesOf(read('package-lock.json'));
  expect(licences.length).toBeGreaterThan(300);
  expect(licences.filter(({ licence }) => !isAllowed(licence))).toEqual([]);
});

test.for([
  ['MIT', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['unknown', false],
] as const)('the licence %s is allowed: %s', ([licence, expected]) => {
  expect(isAllowed(licence)).toBe(expected);
});

test('the bill of materials names the product and every package that it ships', () => {
  const { stdout, status } = spawnSync('npm', ['run', '-s', 'sbom'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string;
    metadata: { component: { purl: string } };
    components: { name: string; group?: string; version: string }[];
  };
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect([bomFormat, metadata.component.purl]).toEqual(['CycloneDX', `pkg:npm/storeward@${version}`]);
  const listed = new Set(components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`));
  const shipped = licencesOf(read('package-lock.json')).filter((one) => one.shipped);
  expect(shipped.filter((one) => !listed.has(`${one.name}@${one.version}`))).toEqual([]);
});

test('no package runs a program when it is installed, and no version younger than a week is chosen', () => {
  const settings = read('.npmrc')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(settings).toEqual(['ignore-scripts=true', 'min-release-age=7']);
});

test('every version is pinned', () => {
  for (const workspace of ['', 'api/', 'client/', 'cli/', 'web/', 'contract/']) {
    const {
      dependencies = {},
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read(`${workspace}package.json`)) as Record<string, Record<string, string> | undefined>;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect([name, version]).toEqual([name, expect.stringMatching(/^(\d+\.\d+\.\d+(-[\w.]+)?|\*)$/)]);
  }
});

test('the changelog begins with the version of the product', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## (\S+)/gm)].map(([, heading]) => heading);
  expect(newest).toBe(version);
});
