// Checks that docs/decisions/0006 names every dependency of the package.json files with its version, and no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Dependency = { readonly name: string; readonly version: string };

type PackageFile = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>
>;

type Row = { readonly pattern: string; readonly version: string };

/** The rows of the tables: `| a, b, @c/* (remark) | 1.0.0, 2.0.0, 3.0.0 | purpose |`; a single version applies to all names. */
function rowsOf(decision: string): Row[] {
  return [...decision.matchAll(/^\| ([^|]+) \| ([\d.,\w -]+) \|/gm)].flatMap(([, names = '', versions = '']) => {
    const all = versions.split(', ');
    return names
      .replace(/ \(.*\)/, '')
      .replaceAll('\\', '')
      .split(', ')
      .map((pattern, index) => ({ pattern, version: all[index] ?? all[0] ?? '' }));
  });
}

const isMatch = ({ pattern, version }: Row, dependency: Dependency): boolean =>
  version === dependency.version &&
  (pattern.endsWith('*') ? dependency.name.startsWith(pattern.slice(0, -1)) : pattern === dependency.name);

/** Dependencies that the decision does not name, and those that it names although no package.json has them. */
export function dependencyErrors(decision: string, dependencies: readonly Dependency[]): string[] {
  const rows = rowsOf(decision);
  return [
    ...dependencies
      .filter((dependency) => !rows.some((row) => isMatch(row, dependency)))
      .map(({ name, version }) => `${name} ${version} has no row`),
    ...rows
      .filter((row) => row.version !== 'Version' && !dependencies.some((dependency) => isMatch(row, dependency)))
      .map(({ pattern, version }) => `${pattern} ${version} is in no package.json`),
  ];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const dependencies = ['.', 'contract', 'client', 'cli', 'api', 'web'].flatMap((workspace) => {
    const file = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as PackageFile;
    return Object.entries({ ...file.dependencies, ...file.devDependencies, ...file.optionalDependencies })
      .filter(([name]) => !name.startsWith('@storeward/'))
      .map(([name, version]) => ({ name, version }));
  });
  const path = 'docs/decisions/0006-libraries-and-versions.md';
  const errors = dependencyErrors(readFileSync(join(root, path), 'utf8'), dependencies);
  for (const error of errors) console.log(`${path}: ${error}`);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`dependencies: ${dependencies.length}, all with a row in ${path}`);
}
