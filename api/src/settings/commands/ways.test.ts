import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, TestNode } from '../../../test/builders.ts';
import { createChain, outcomesOf, runOverride, sectionUrl, undoOverride } from '../../../test/bulk.ts';
import { importsAt, settingImportUrl, toCsv } from '../../../test/imports.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { importFile, rowsOf } = importsAt(settingImportUrl);

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

type Target = {
  readonly admin: ApiClient;
  readonly company: TestNode;
  readonly north: TestNode;
  readonly store: TestNode;
};
type Change = { readonly section: string; readonly field: string; readonly value: unknown };

const own = (value: unknown, mode = 'free') => ({ value, mode });
const set = async ({ admin }: Target, node: TestNode, { section, field }: Change, value: unknown, mode?: string) => {
  const { status, text } = await admin.put(sectionUrl(node, section), { fields: { [field]: own(value, mode) } });
  if (status !== 200) throw new Error(`the setting was refused: ${text}`);
};

/** The ways to store one value at one store; each returns the error code if it is refused. */
const ways: Readonly<Record<string, (target: Target, change: Change) => Promise<string | undefined>>> = {
  async form({ admin, store }, { section, field, value }) {
    const { status, body } = await admin.put(sectionUrl(store, section), { fields: { [field]: own(value) } });
    return status === 200 ? undefined : body.errors[0].messageCode;
  },
  async area({ admin, store }, { section, field, value }) {
    const sections = {
      [section]: { version: await versionOf(admin, store, section), fields: { [field]: own(value) } },
    };
    const { status, body } = await admin.put(`/node-management/node/${store.id}/settings`, { sections });
    return status === 200 ? undefined : body.errors[0].messageCode;
  },
  async 'settings file'({ admin }, { section, field, value }) {
    const run = await importFile(admin, toCsv([{ code: 'S1', [`${section}.${field}`]: cellOf(value) }]));
    return (await rowsOf(admin, run))[0]?.faults[0]?.messageCode;
  },
  async 'bulk override'(target, { section, field, value }) {
    const { admin, company, store } = target;
    const source = { sourceId: company.id, sections: [section], fields: [`${section}.${field}`], nodeIds: [store.id] };
    await set(target, company, { section, field, value }, value);
    const run = await runOverride(admin, { ...source, action: 'push' });
    const outcome = (await outcomesOf(admin, run))['S1'];
    return outcome?.includes('.') ? outcome : undefined;
  },
};

const cellOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const versionOf = async (admin: ApiClient, node: TestNode, section: string): Promise<number> =>
  (await admin.get(sectionUrl(node, section))).body.result.version;

async function createTarget(): Promise<Target> {
  const { admin, company, north, stores } = await createChain(server);
  return { admin, company, north, store: stores[0]! };
}

/** What a section stores at the store, and the last audit entry of the store. */
async function traceOf({ admin, store }: Target, { section, field }: Change) {
  const state = (await admin.get(sectionUrl(store, section))).body.result;
  const { value, mode } = state.fields[field].own;
  const [entry] = await server.query(
    'select action, entity, before, after from audit where entity_id = $1 order by id desc limit 1',
    [store.id],
  );
  return { version: state.version, value, mode, entry };
}

describe('the same change has the same outcome in every way', () => {
  const idle: Change = { section: 'nodeConfig', field: 'autoLogoutDuration', value: '00:30:00' };
  const name: Change = { section: 'ebasketDisplay', field: 'displayName', value: 'Basket' };

  test.each([
    ['a duration', idle, '00:10:00'],
    ['a text', name, 'Earlier'],
  ])('%s is stored with the same audit entry, also by restoring and undoing', async (_, change, earlier) => {
    const traces: Record<string, unknown> = {};
    for (const [way, store] of Object.entries(ways)) {
      const target = await createTarget();
      await set(target, target.store, change, earlier);
      expect(await store(target, change)).toBeUndefined();
      traces[way] = await traceOf(target, change);
    }
    const restored = await createTarget();
    await set(restored, restored.store, change, change.value);
    await set(restored, restored.store, change, earlier);
    const history = await restored.admin.get(sectionUrl(restored.store, change.section, '/history'));
    const changeId: string = history.body.result[0].id;
    await restored.admin.post(sectionUrl(restored.store, change.section, '/rollback'), { changeId });
    traces['restored'] = await traceOf(restored, change);

    const undone = await createTarget();
    const { admin, company, store } = undone;
    await set(undone, store, change, change.value);
    await set(undone, company, change, earlier);
    const run = await runOverride(admin, {
      sourceId: company.id,
      sections: [change.section],
      action: 'push',
      nodeIds: [store.id],
    });
    await undoOverride(admin, run);
    traces['undone'] = await traceOf(undone, change);

    const { version: _version, ...expected } = traces['form'] as { version: number };
    expect(expected).toMatchObject({ value: change.value, mode: 'free', entry: { action: 'setting.changed' } });
    for (const [way, trace] of Object.entries(traces))
      expect({ way, ...(trace as object) }).toMatchObject({ way, ...expected });
  });

  const file = `/files/0199a000-0000-7000-8000-000000000042/${'a'.repeat(24)}.webp`;
  const missing: Change = { section: 'engage', field: 'media', value: [{ media: { file, alt: 'Spring' } }] };
  const prefix: Change = { section: 'basket', field: 'customerIdPrefix', value: 'ABCDE' };
  test.each<[string, Change, (target: Target) => Promise<unknown>, readonly string[]]>([
    ['setting.locked', idle, (target) => set(target, target.north, idle, '00:20:00', 'locked'), Object.keys(ways)],
    ['setting.looser', idle, (target) => set(target, target.north, idle, '00:20:00', 'tighten'), Object.keys(ways)],
    [
      'field.customerIdTooLong',
      prefix,
      (target) => set(target, target.store, { ...prefix, field: 'customerIdSequence' }, '12345'),
      Object.keys(ways),
    ],
    // a value with a missing file cannot be pushed, since no location stores it
    [
      'field.fileUnknown',
      missing,
      (target) => set(target, target.company, { ...missing, field: 'isShown' }, false),
      ['form', 'area', 'settings file'],
    ],
  ])('%s refuses it', async (code, change, prepare, names) => {
    const codes: Record<string, string | undefined> = {};
    for (const way of names) {
      const target = await createTarget();
      await prepare(target);
      codes[way] = await ways[way]!(target, change);
      expect(
        (await target.admin.get(sectionUrl(target.store, change.section))).body.result.fields[change.field].own,
      ).toBe(null);
    }
    expect(codes).toEqual(Object.fromEntries(names.map((way) => [way, code])));
  });
});
