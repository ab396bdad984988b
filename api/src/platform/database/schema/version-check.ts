import { sql } from 'kysely';
import {
  catalogueDifferences,
  catalogueOf,
  type CatalogueRow,
  catalogueSql,
  type RecordedCatalogue,
} from './catalogue.ts';
import type { Db } from '../db.ts';
import type { Schema } from './schema.ts';
import { bypassSql } from './tenant-isolation.ts';

type Step = { readonly name: string; readonly checksum: string };

/** The number of the release and the last migration of the database. */
export async function databaseVersion(db: Db): Promise<{ release: number; migration: string }> {
  const row = await db.first<{ release: number; migration: string }>(
    sql`select r.number as release, (select max(m.name) from migrations m) as migration from release r`,
  );
  return row ?? { release: 0, migration: '' };
}

/**
 * What the database lacks of this version, by name: migrations, functions, policies, roles and the like. A newer version
 * keeps its database usable for the one before, so there only that version's own record is compared.
 */
export async function databaseDifferences(db: Db, schema: Schema): Promise<string[]> {
  const release = await db.first<{ number: number; functions: string; catalogue: RecordedCatalogue | null }>(
    sql`select number, functions, catalogue from release`,
  );
  if (!release) return ['the record of the release is missing'];
  const applied = await db.many<Step>(sql`select name, checksum from migrations order by name`);
  const found = catalogueOf(await db.many<CatalogueRow>(sql.raw(catalogueSql)));
  const role = await db.first<{ role: string; reason: string | null }>(sql.raw(bypassSql));
  return [
    ...stepDifferences(applied, schema),
    ...releaseDifferences(release, applied.length, schema),
    ...(release.catalogue ? catalogueDifferences(release.catalogue, found) : ['the record of its objects is missing']),
    ...(role?.reason ? [`role ${role.role} ${role.reason}`] : []),
  ];
}

const stepDifferences = (applied: readonly Step[], { steps }: Schema) =>
  steps.flatMap(({ name, checksum }, index) => {
    const step = applied[index];
    if (!step) return [`migration ${name} is missing`];
    return step.name === name && step.checksum === checksum ? [] : [`migration ${name} differs`];
  });

function releaseDifferences(
  { number, functions }: { readonly number: number; readonly functions: string },
  appliedCount: number,
  schema: Schema,
): string[] {
  if (number < schema.release) return [`the functions are of release ${number} instead of ${schema.release}`];
  const isNewer = number > schema.release || appliedCount > schema.steps.length;
  return isNewer || functions === schema.functionsChecksum ? [] : ['the functions are not those of this version'];
}
