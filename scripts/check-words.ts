// Refuses retired terms in identifiers, file names, comments, test titles and documents: node scripts/check-words.ts
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpointGroups } from '../api/test/endpoint-groups.ts';
import { openApi } from '../api/src/platform/http/docs/openapi.ts';
import { pinnedNames } from '../api/test/stored-names.ts';
import { retiredTerms } from './words/retired-terms.ts';
import { findRetiredTerms } from './words/vocabulary.ts';

/** Property, parameter and operation names of the API: clients rely on them. */
function wireNames(description: unknown): string[] {
  if (Array.isArray(description)) return description.flatMap(wireNames);
  if (typeof description !== 'object' || description === null) return [];
  return Object.entries(description).flatMap(([key, value]: [string, unknown]) => {
    const nested = wireNames(value);
    if (key === 'properties' && typeof value === 'object' && value !== null) return [...Object.keys(value), ...nested];
    if ((key === 'operationId' || key === 'name') && typeof value === 'string') return [...value.split('.'), ...nested];
    return nested;
  });
}

/** Identifiers that the code cannot choose: names of the API, of tables and columns, and stored names. */
async function fixedNames(root: string): Promise<ReadonlySet<string>> {
  const tables = readFileSync(join(root, 'api/src/platform/database/tables.gen.ts'), 'utf8');
  const columns = [...tables.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? '');
  return new Set([...wireNames(await openApi(endpointGroups, '0')), ...columns, ...pinnedNames]);
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

async function main(): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const listed = git(root, ['ls-files', '--cached', '--others', '--exclude-standard']);
  // a glossary lists the words that phrases must not use
  const files = [...new Set(listed.split('\n'))].filter(
    (path) =>
      !path.startsWith('docs/glossary/') &&
      /\.(?:tsx?|mjs|css|sql|md)$/.test(path) &&
      !path.includes('.gen.') &&
      existsSync(join(root, path)),
  );
  const fixed = await fixedNames(root);
  const findings = files.flatMap((path) =>
    findRetiredTerms(path, readFileSync(join(root, path), 'utf8'), retiredTerms, fixed),
  );
  for (const { path, line, found, instead } of findings) console.error(`${path}:${line} ${found}: ${instead}`);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`words: ${files.length} files, no retired term`);
}

if (import.meta.main) await main();
