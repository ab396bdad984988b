import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseRoles } from '../src/platform/database/schema/database-roles.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { startPostgres } from '../src/platform/database/server/postgres.ts';
import { createDataFolder } from './memory-folder.ts';
import { type TypedTemplate, readTypedTemplates } from './statement-types.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's URL of the server with all test databases. */
    readonly serverUrl: string;
    readonly typedTemplates: readonly TypedTemplate[];
  }
}

/** The roles of all test databases, which are copies of the template. */
export const testRoles = databaseRoles('storeward');

/** The template of all test databases: migrated, with the platform's root node only. */
export const templateName = 'template_storeward';

/** Vitest global setup: starts one database server for the whole run and prepares the template; returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = createDataFolder('storeward-test-');
  const server = await startPostgres({ dataDir, fast: true });
  await execute(server.ownerUrl, `create database ${templateName}`);
  const template = new URL(server.ownerUrl);
  template.pathname = `/${templateName}`;
  await migrate(template.href, { roles: testRoles });
  await execute(template.href, insertPlatform);
  project.provide('serverUrl', server.ownerUrl);
  project.provide('typedTemplates', readTypedTemplates());
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
}

/** Inserts the platform's root node and organisation. */
export const insertPlatform = `
  with root as (
    insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
    select id, id, node_label(nextval('node_labels')) || '.', 'GLOBAL', 'Global', 'global', 'GLOBAL', 'global', ' global global'
      from (values ('01900000-0000-7000-8000-000000000001'::uuid)) as given (id)
    returning id)
  insert into organisations (org_id, code, api_key) select id, 'GLOBAL', 'key-of-the-platform' from root`;

/** Runs statements on a connection of their own. */
export async function execute(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
