import { asRead } from '@storeward/contract/settings/engine/configuration-values';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { expect } from 'vitest';
import { importsAt, settingImportUrl } from './imports.ts';
import { errorsOf } from './lists.ts';
import { addedRows, moduleSamples, plain, sampleFields } from './module-sections.ts';
import { type SectionClient, urlOf } from './section-client.ts';

const listImportUrl = '/node-management/settings/lists/imports';

/** The sample's values as readers get them: rows without ids, secrets as null. */
function readable(section: string, without?: 'secrets') {
  const { values, rows = {} } = moduleSamples[section]!;
  const entries = Object.entries({ ...values, ...rows }).flatMap(([field, value]) => {
    const isHidden = isSecret(sectionOf(section as SectionName).fields[field]!);
    return isHidden && without ? [] : [[field, isHidden ? null : value] as const];
  });
  return Object.fromEntries(entries);
}
/** The sample's values as portals and devices read them. */
const asReadersGet = (section: string) => plain(asRead(section as SectionName, readable(section, 'secrets')));

/** The sample with other keys in its lists, so that its rows can be added beside inherited ones. */
function changedKeys(section: string) {
  const { values, rows = {} } = moduleSamples[section]!;
  const keyed = Object.entries(rows).map(([field, list]) => {
    const [key] = sectionOf(section as SectionName).fields[field]!.keyColumns ?? [];
    const otherKey = (row: (typeof list)[number]) => (key ? { [key]: `${String(row[key])} 2` } : {});
    return [field, list.map((row) => ({ ...row, ...otherKey(row) }))] as const;
  });
  return { values, rows: Object.fromEntries(keyed) };
}

/** What follows from the definition of a section, by the title of its test. */
export const sectionAspects = {
  async 'are offered to a form with every field and the right to edit it'(client, section) {
    const { admin, createTree } = client;
    const { body } = await admin.get(urlOf((await createTree()).store, section));
    expect([body.result.can.edit, Object.keys(body.result.fields)]).toEqual([
      true,
      Object.keys(sectionOf(section as SectionName).fields),
    ]);
  },

  async 'are stored and inherited by a store'(client, section) {
    const { createTree, saveSample, stateOf } = client;
    const { company, store } = await createTree();
    const saved = await saveSample(company, section);
    expect([saved.status, errorsOf(saved)]).toEqual([200, []]);
    const state = await stateOf(store, section);
    const values = Object.fromEntries(Object.entries(state).map(([field, { value }]) => [field, value]));
    expect(plain(values)).toEqual(readable(section));
    for (const { source } of Object.values(state)) expect(source).toMatchObject({ id: company.id });
  },

  async 'are refused at a store once the company has locked them'(client, section) {
    const { createTree, put, saveSample } = client;
    const { company, store } = await createTree();
    const sample = moduleSamples[section]!;
    expect((await saveSample(company, section, 'locked')).status).toBe(200);
    const lists = Object.entries(changedKeys(section).rows).map(([field, rows]) => [field, addedRows(rows)] as const);
    for (const [field, value] of [...Object.entries(sample.values), ...lists]) {
      const response = await put(store, section, { [field]: value });
      expect([field, response.status, response.body.messageCode]).toEqual([field, 409, 'setting.locked']);
    }
  },

  async 'are overridden at a store, and inherited again once it is reset'(client, section) {
    const { createTree, saveSample, reset, stateOf } = client;
    const { company, store } = await createTree();
    await saveSample(company, section);
    const override = await client.save(store, section, sampleFields(changedKeys(section)));
    expect([override.status, errorsOf(override)]).toEqual([200, []]);
    for (const { own } of Object.values(await stateOf(store, section))) expect(own).not.toBeNull();
    expect((await reset(store, section)).status).toBe(200);
    for (const { own, source } of Object.values(await stateOf(store, section)))
      expect([own, source]).toEqual([null, expect.objectContaining({ id: company.id })]);
  },

  async 'are counted by the radar where a store overrides them'(client, section) {
    const { admin, createTree, saveSample } = client;
    const { company, otherStore } = await createTree();
    await saveSample(company, section);
    const override = await client.save(otherStore, section, sampleFields(changedKeys(section)));
    expect([override.status, errorsOf(override)]).toEqual([200, []]);
    const { fields } = (await admin.get(`/node-management/node/${company.id}/radar?section=${section}`)).body.result;
    expect(fields.map(({ field, own }: { field: string; own: number }) => [field, own])).toEqual(
      Object.keys(sectionOf(section as SectionName).fields).map((field) => [field, 1]),
    );
  },

  async 'appear in the history and in the audit, with secrets masked'(client, section) {
    const { server, admin, createTree, saveSample } = client;
    const { company } = await createTree();
    await saveSample(company, section);
    const history = (await admin.get(urlOf(company, section, '/history'))).body.result;
    expect(history).toHaveLength(1);
    const [row] = await server.query<{ after: Record<string, unknown> }>(
      `select after from audit where entity_id = $1 and action = 'setting.changed'`,
      [company.id],
    );
    expect(row).toBeDefined();
    const text = JSON.stringify([history, row]);
    for (const [field, value] of Object.entries(moduleSamples[section]!.values))
      if (isSecret(sectionOf(section as SectionName).fields[field]!)) expect(text).not.toContain(value);
  },

  async 'come back from their own files without a change'(client, section) {
    const { admin, createTree, saveSample, reset, stateOf } = client;
    const { company, store } = await createTree();
    await saveSample(company, section);
    await client.save(store, section, sampleFields(changedKeys(section)));
    const lists = Object.keys(moduleSamples[section]!.rows ?? {});
    const files: [url: string, content: string][] = [];
    for (const [url, query] of [
      ...(Object.keys(moduleSamples[section]!.values).length > 0 ? [[settingImportUrl, ''] as const] : []),
      ...lists.map((list) => [listImportUrl, `?list=${list}`] as const),
    ]) {
      const { text: content } = await admin.get(urlOf(company, section, `/export${query}`));
      const { rowCount, state, created, updated, unchanged, wrong } = await importsAt(url).uploadAndCheck(
        admin,
        content,
      );
      expect(rowCount).toBeGreaterThan(1);
      expect([section, query, state, created, updated, unchanged, wrong]).toEqual([
        section,
        query,
        'ready',
        0,
        0,
        rowCount,
        0,
      ]);
      files.push([url, content]);
    }
    const valuesOf = async () =>
      plain(
        Object.fromEntries(Object.entries(await stateOf(store, section)).map(([field, { value }]) => [field, value])),
      );
    const before = await valuesOf();
    await reset(store, section);
    for (const [url, content] of files)
      expect(await importsAt(url).importFile(admin, content)).toMatchObject({ state: 'done' });
    expect(await valuesOf()).toEqual(before);
  },

  async 'appear in the configuration of a node and of its devices, without secrets'(client, section) {
    const { server, org, admin, createTree, saveSample } = client;
    const { company, store } = await createTree();
    await saveSample(company, section);
    const path = sectionOf(section as SectionName).configurationPath;
    const configuration = (await admin.get(`/node-management/node/${store.id}/configuration`)).body.result;
    const device = { name: 'Till', type: 'tablet', address: '10.0.0.1', serial: `S-${section}`, nodeId: store.id };
    const { id } = (await admin.post('/module-management/device', device)).body.result;
    const { code } = (await admin.post(`/module-management/device/${id}/pairing`)).body.result;
    const { host } = org;
    const redeem = '/module-management/device/redeem';
    const redeemed = await server.request({ method: 'POST', url: redeem, host, body: { code } });
    const { body } = await server.request({
      url: '/module-management/device/configuration',
      host,
      headers: { 'x-api-key': redeemed.body.result.key },
    });
    const ofNode = (path ?? [section]).reduce<any>((value, step) => value?.[step], configuration); // oxlint-disable-line typescript/no-explicit-any -- a response
    const expected = asReadersGet(section);
    // the configuration that every user of the node reads leaves out some sections
    expect(ofNode && plain(ofNode)).toEqual(path === null ? undefined : expected);
    expect(plain(body.result.sections[section])).toEqual(expected);
  },
} satisfies Record<string, (client: SectionClient, section: string) => Promise<void>>;

export type SectionAspect = keyof typeof sectionAspects;
