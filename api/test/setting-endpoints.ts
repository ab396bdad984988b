import type { Permission } from '@storeward/contract/access';
import { newId } from '../src/platform/database/ids.ts';
import type { TestUser } from './builders.ts';
import type { TestServer } from './server.ts';
import type { RequestParts } from './request-parts.ts';

export const basketNameInput = { fields: { displayName: { value: 'Corner basket', mode: 'free' } } };

const section = 'ebasketDisplay';
/** Permissions the service requires for module settings in addition to the endpoint's own. */
const writePermissions: readonly Permission[] = [
  'EDIT_NODE_MODULE',
  'UPDATE_ORGANISATION_MODULE',
  'VIEW_SETTING',
  'CREATE_SETTING',
  'EDIT_SETTING',
];

/** The reading endpoints with the permission they require for module settings. */
export const settingReadPermissions: Readonly<Record<string, readonly Permission[]>> = {
  'settings.get': ['VIEW_SETTING'],
  'settings.readArea': ['VIEW_SETTING'],
  'settings.history': ['VIEW_SETTING'],
  'settings.rowUses': ['VIEW_SETTING'],
  'settings.overrides': ['LIST_SETTING'],
  'settings.places': ['LIST_SETTING'],
  'settings.export': ['LIST_SETTING'],
};

/** The writing endpoints with the permissions the service requires in addition. */
export const settingPermissions: Readonly<Record<string, readonly Permission[]>> = {
  ...Object.fromEntries(
    ['update', 'updateArea', 'clashes', 'impact', 'areaImpact', 'saveDraft', 'dropDraft', 'rollback', 'withdraw'].map(
      (name) => [`settings.${name}`, writePermissions],
    ),
  ),
  'connectionTests.run': writePermissions,
  'settings.deleteSecret': ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'],
};

/** Yesterday to in thirty days. */
const calendarPeriod = () => ({ from: yesterday(), to: new Date(Date.now() + 30 * 86_400_000).toISOString() });

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

/** A sample request for each settings endpoint. */
export const settingSamples: Readonly<Record<string, (about: Pick<TestUser, 'node'>) => RequestParts>> = {
  'configurations.get': ({ node }) => ({ id: node.id }),
  'settings.get': ({ node }) => ({ id: node.id, params: { section } }),
  'settings.update': ({ node }) => ({ id: node.id, params: { section }, body: basketNameInput }),
  'settings.readArea': ({ node }) => ({ id: node.id, query: { area: 'module' } }),
  'settings.updateArea': ({ node }) => ({
    id: node.id,
    body: { sections: { [section]: basketNameInput } },
  }),
  'settings.areaImpact': ({ node }) => ({ id: node.id, body: { sections: { [section]: basketNameInput } } }),
  'settings.clashes': ({ node }) => ({ id: node.id, params: { section }, body: basketNameInput }),
  'settings.impact': ({ node }) => ({ id: node.id, params: { section }, body: basketNameInput }),
  // an address to which nothing is sent
  'connectionTests.run': ({ node }) => ({
    id: node.id,
    params: { section: 'salesExport' },
    body: { fields: { url: { value: 'ftp://10.0.0.1' }, folderName: { value: 'outbound' } } },
  }),
  'settings.saveDraft': ({ node }) => ({
    id: node.id,
    params: { section },
    body: { fields: { displayName: { value: 'Our draft' } } },
  }),
  'settings.dropDraft': ({ node }) => ({ id: node.id, params: { section } }),
  'settings.history': ({ node }) => ({ id: node.id, params: { section } }),
  'settings.rollback': ({ node }) => ({ id: node.id, params: { section }, body: { at: yesterday() } }),
  'settings.withdraw': ({ node }) => ({ id: node.id, params: { section, changeId: newId() } }),
  'settings.places': ({ node }) => ({ id: node.id, params: { section } }),
  'settings.export': ({ node }) => ({ id: node.id, params: { section } }),
  'settings.overrides': ({ node }) => ({ id: node.id, params: { section }, query: { field: 'displayName' } }),
  'settings.radar': ({ node }) => ({ id: node.id }),
  'settings.rowUses': ({ node }) => ({
    id: node.id,
    params: { section: 'reasons', row: newId() },
    query: { field: 'reasons' },
  }),
  'changeCalendars.get': ({ node }) => ({
    id: node.id,
    query: calendarPeriod(),
  }),
  'settings.override': ({ node }) => ({ id: node.id }),
  'settings.deleteSecret': ({ node }) => ({
    body: { authenticationDetailsKey: 'integration.secret', nodeId: node.id, orgId: node.orgId },
  }),
};

/** Creates the records that endpoints need to succeed. */
export const settingFixtures: Readonly<Record<string, (server: TestServer, about: TestUser) => Promise<RequestParts>>> =
  {
    'settings.withdraw': async (server, { node }) => {
      const changeId = newId();
      await server.query(
        `insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, created_date)
       select $1, $2, $3, $4, $5, coalesce(max(version), 0) + 1, clock() + interval '1 day', clock() from setting_changes
        where node_id = $3 and section = $5`,
        [changeId, node.orgId, node.id, node.tpath, section],
      );
      return { id: node.id, params: { section, changeId } };
    },
  };

/** Inserts a change of a node's settings that begins in a day. */
export async function insertPlannedChange(
  server: TestServer,
  { node }: Pick<TestUser, 'node'>,
  reason: string,
): Promise<void> {
  await server.query(
    `insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, created_date, reason)
     values ($1, $2, $3, $4, 'nodeConfig', 1, clock() + interval '1 day', clock(), $5)`,
    [newId(), node.orgId, node.id, node.tpath, reason],
  );
}

/** Inserts a record into each settings table: a change, a draft, and a secret key. */
export async function insertSettingRecords(server: TestServer, { node }: Pick<TestUser, 'node'>): Promise<void> {
  await server.query(
    `insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, created_date) values ($1, $2, $3, $4, $5, 1, now(), now())`,
    [newId(), node.orgId, node.id, node.tpath, section],
  );
  await server.query(
    `insert into setting_drafts (org_id, node_id, tpath, section, draft, updated_date, updated_by) values ($1, $2, $3, $4, '{}', now(), $5)`,
    [node.orgId, node.id, node.tpath, section, newId()],
  );
  await server.query(
    `insert into secret_keys (org_id, id, encrypted_key, created_date) values ($1, $2, '\\x00', now())`,
    [node.orgId, newId()],
  );
}
