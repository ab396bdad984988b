import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/migrate.ts';
import { startPostgres } from '../src/platform/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the server that all test databases live on. */
    readonly serverUrl: string;
  }
}

/** The database that every test database is a copy of: today's tables, and the platform itself as its only place. */
export const templateName = 'template_storeward';

/** Starts one database server for the whole run and prepares the template on it; answers how to end it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-test-'));
  const server = await startPostgres({ dataDir, fast: true });
  await ask(server.ownerUrl, `create database ${templateName}`);
  const template = new URL(server.ownerUrl);
  template.pathname = `/${templateName}`;
  await migrate(template.href, { name: 'storeward_app' });
  await ask(template.href, platform);
  project.provide('serverUrl', server.ownerUrl);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
}

const platform = `
  with root as (
    insert into nodes (id, org_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
    select id, id, node_label(nextval('node_labels')) || '.', 'GLOBAL', 'Global', 'global', 'GLOBAL', 'global', 'global global'
      from (values ('01900000-0000-7000-8000-000000000001'::uuid)) as given (id)
    returning id)
  insert into organisations (org_id, code, api_key) select id, 'GLOBAL', 'key-of-the-platform' from root`;

async function ask(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
