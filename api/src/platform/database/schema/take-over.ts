import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../../environment/configuration-error.ts';

const folder = fileURLToPath(new URL('../../../../sql/', import.meta.url));

/** A row of the table `migrations`. */
export type AppliedStep = { readonly name: string; readonly checksum: string };

/** The SQL that converts a database of the 43 earlier migrations to the baseline. Throws `ConfigurationError` for any other. */
export function takeOverSql(applied: readonly AppliedStep[]): string {
  const accepted = Object.entries(
    JSON.parse(readFileSync(`${folder}earlier-migrations.json`, 'utf8')) as Record<string, string[]>,
  );
  for (const [index, { name, checksum }] of applied.entries()) {
    const [expected, checksums = []] = accepted[index] ?? [];
    if (name === expected && checksums.includes(checksum)) continue;
    throw new ConfigurationError(
      `This database was not made by a published Storeward: its migration ${name} ${name === expected ? 'was changed' : 'is unknown'}. Restore a backup of a database whose migrations were not changed, or start with an empty database.`,
    );
  }
  const [next] = accepted[applied.length] ?? [];
  if (next !== undefined) {
    throw new ConfigurationError(
      `The database has ${applied.length} of the ${accepted.length} migrations of earlier versions, and this version takes over only databases that have all of them; ${next} is the first that is missing. Start the last earlier version once (git checkout 1291404), which applies the rest, then start this version again.`,
    );
  }
  return readFileSync(`${folder}take-over.sql`, 'utf8');
}
