import type { Permission } from '@storeward/contract/access';
import { newId } from '../src/platform/ids.ts';
import type { Person } from './builders.ts';
import type { House } from './server.ts';
import type { Wish } from './wish.ts';

/** What is set at a place: a name for its e-basket. */
export const aBasketName = { fields: { displayName: { value: 'Corner basket', mode: 'free' } } };

const section = 'ebasketDisplay';
/** What the doors of settings ask for besides, once they know the section and the place. */
const writing: readonly Permission[] = [
  'EDIT_NODE_MODULE',
  'UPDATE_ORGANISATION_MODULE',
  'VIEW_SETTING',
  'CREATE_SETTING',
  'EDIT_SETTING',
];

/** The doors that tell what is set, and what each asks for where that is a module's: to be listed, or to be looked at. */
export const settingSight: Readonly<Record<string, readonly Permission[]>> = {
  'settings.get': ['VIEW_SETTING'],
  'settings.history': ['VIEW_SETTING'],
  'settings.overrides': ['LIST_SETTING'],
  'settings.places': ['LIST_SETTING'],
  'settings.export': ['LIST_SETTING'],
};

/** The doors that change what is set, and what each asks for besides, once it knows section and place. */
export const settingNeeds: Readonly<Record<string, readonly Permission[]>> = {
  ...Object.fromEntries(
    ['update', 'clashes', 'saveDraft', 'dropDraft', 'rollback', 'withdraw'].map((door) => [
      `settings.${door}`,
      writing,
    ]),
  ),
  'settings.deleteSecret': ['EDIT_NODE_CONFIGURATION', 'UPDATE_ORGANISATION_CONFIG'],
};

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

/** For each door of settings: what to send, given somebody to ask about. */
export const settingSamples: Readonly<Record<string, (about: Pick<Person, 'at'>) => Wish>> = {
  'configurations.get': ({ at }) => ({ id: at.id }),
  'settings.get': ({ at }) => ({ id: at.id, params: { section } }),
  'settings.update': ({ at }) => ({ id: at.id, params: { section }, body: aBasketName }),
  'settings.clashes': ({ at }) => ({ id: at.id, params: { section }, body: aBasketName }),
  'settings.saveDraft': ({ at }) => ({
    id: at.id,
    params: { section },
    body: { fields: { displayName: { value: 'Our draft' } } },
  }),
  'settings.dropDraft': ({ at }) => ({ id: at.id, params: { section } }),
  'settings.history': ({ at }) => ({ id: at.id, params: { section } }),
  'settings.rollback': ({ at }) => ({ id: at.id, params: { section }, body: { at: yesterday() } }),
  'settings.withdraw': ({ at }) => ({ id: at.id, params: { section, changeId: newId() } }),
  'settings.places': ({ at }) => ({ id: at.id, params: { section } }),
  'settings.export': ({ at }) => ({ id: at.id, params: { section } }),
  'settings.overrides': ({ at }) => ({ id: at.id, params: { section }, query: { field: 'displayName' } }),
  'settings.radar': ({ at }) => ({ id: at.id }),
  'settings.override': ({ at }) => ({ id: at.id }),
  'settings.deleteSecret': ({ at }) => ({
    body: { authenticationDetailsKey: 'integration.secret', nodeId: at.id, orgId: at.orgId },
  }),
};

/** For doors of settings that take something back: makes what they take back. */
export const settingsGrown: Readonly<Record<string, (house: House, about: Person) => Promise<Wish>>> = {
  'settings.withdraw': async (house, { at }) => {
    const changeId = newId();
    await house.rows(
      `insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, created_date)
       select $1, $2, $3, $4, $5, coalesce(max(version), 0) + 1, clock() + interval '1 day', clock() from setting_changes
        where node_id = $3 and section = $5`,
      [changeId, at.orgId, at.id, at.tpath, section],
    );
    return { id: at.id, params: { section, changeId } };
  },
};

/** A place with everything that settings leave behind: a change, a draft, and a key for secrets. */
export async function aSettingStory(house: House, { at }: Pick<Person, 'at'>): Promise<void> {
  await house.rows(
    `insert into setting_changes (id, org_id, node_id, tpath, section, version, begins, created_date) values ($1, $2, $3, $4, $5, 1, now(), now())`,
    [newId(), at.orgId, at.id, at.tpath, section],
  );
  await house.rows(
    `insert into setting_drafts (org_id, node_id, tpath, section, draft, updated_date, updated_by) values ($1, $2, $3, $4, '{}', now(), $5)`,
    [at.orgId, at.id, at.tpath, section, newId()],
  );
  await house.rows(`insert into secret_keys (org_id, id, sealed, created_date) values ($1, $2, '\\x00', now())`, [
    at.orgId,
    newId(),
  ]);
}
