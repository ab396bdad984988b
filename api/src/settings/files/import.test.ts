import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChain, nameBasket, ownValues, sectionUrl, setIdle } from '../../../test/bulk.ts';
import { createUser, type ApiClient, allAccessRights, type TestNode, createClient } from '../../../test/builders.ts';
import { countsOf, toCsv, importsAt, settingImportUrl } from '../../../test/imports.ts';
import { startTestServer } from '../../../test/server.ts';
import { statusAndCode } from '../../../test/small-tree.ts';

const { upload, uploadAndCheck, runToEnd, importFile, cellErrorsOf } = importsAt(settingImportUrl);

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let north: TestNode;
let south: TestNode;
let stores: TestNode[];
let admin: ApiClient;

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, company, north, south, stores, admin } = await createChain(server));
});

const name = 'ebasketDisplay.displayName';
const idle = 'nodeConfig.autoLogoutDuration';
const check = (rows: Record<string, string>[], client = admin) => uploadAndCheck(client, toCsv(rows));
const importRows = (rows: Record<string, string>[], client = admin) => importFile(client, toCsv(rows));
const cellErrors = (run: { id: string }, client = admin) => cellErrorsOf(client, run);
const exportSection = (node: TestNode, section: string, more = '', client = admin) =>
  client.get(sectionUrl(node, section, `/export${more}`));
const ownValue = async (node: TestNode, field = 'displayName', section?: string) =>
  (await admin.get(sectionUrl(node, section))).body.result.fields[field].own;
const createClientWithout = async (right: string) =>
  createClient(
    server,
    await createUser(server, { node: org, rights: allAccessRights.filter((accessRight) => accessRight !== right) }),
  );

describe('a settings import', () => {
  test('is checked first, then writes the values of each row and leaves fields with empty cells unchanged', async () => {
    await nameBasket(admin, stores[1]!, 'Of the store');
    await nameBasket(admin, stores[2]!, 'To be given up');
    const run = await check([
      { code: 's1', name: 'whatever', [name]: 'From the file', [idle]: '00:10:00' },
      { code: 'S2', [name]: '', [idle]: '' },
      { code: ' S3 ', [name]: 'Inherit', [idle]: '' },
      { code: 'S4', [name]: 'none', [idle]: '' },
    ]);
    expect(countsOf(run)).toEqual([0, 3, 1, 0]);
    expect(await ownValues(admin, stores.slice(0, 4))).toEqual([null, 'Of the store', 'To be given up', null]);
    const done = await runToEnd(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [0, 3, 1, 0]]);
    expect(await ownValues(admin, stores.slice(0, 3))).toEqual(['From the file', 'Of the store', null]);
    expect(await ownValue(stores[3]!)).toMatchObject({ value: null, mode: 'free' });
    expect(await ownValue(stores[0]!, 'autoLogoutDuration', 'nodeConfig')).toMatchObject({ value: '00:10:00' });
    const history = (await admin.get(sectionUrl(stores[0]!, 'ebasketDisplay', '/history'))).body.result;
    expect(history[0]).toMatchObject({ runId: run.id, version: 1, fields: [{ field: 'displayName', before: null }] });
  });

  test('reports the errors of each cell by the rules of the form', async () => {
    await setIdle(admin, north, '00:20:00', 'tighten');
    await nameBasket(admin, company, 'Of Britain', 'locked');
    const row = { code: '', [name]: '', [`${name}.mode`]: '', [idle]: '', 'theme.textColour': '' };
    const run = await check([
      { ...row, code: 'S1', [idle]: 'soon' },
      { ...row, code: 'S2', [idle]: '01:00:00' },
      { ...row, code: 'S3', [name]: 'Of the store' },
      { ...row, code: 'S4', 'theme.textColour': '#FEFEFE' },
      { ...row, code: 'NOWHERE', [name]: 'Of nobody' },
      { ...row, code: 'NORTH', [`${name}.mode`]: 'locked' },
      { ...row, code: 'S5', [`${name}.mode`]: 'tight' },
      { ...row, code: 'GB', [name]: 'Of Britain', [`${name}.mode`]: 'tighten' },
      { ...row, code: 'S6', [idle]: '=1+1' },
      { ...row, code: 'code', [idle]: '00:10:00' },
      { ...row, code: 'code', [idle]: '00:10:00' },
    ]);
    expect(await cellErrors(run)).toEqual({
      2: { [idle]: 'field.duration' },
      3: { [idle]: 'setting.looser' },
      4: { [name]: 'setting.locked' },
      5: { 'theme.textColour': 'theme.unreadable' },
      6: { code: 'import.placeUnknown' },
      7: { [name]: 'field.required' },
      8: { [`${name}.mode`]: 'field.invalid' },
      9: { [`${name}.mode`]: 'setting.noSuchMode' },
      10: { [idle]: 'import.formula' },
      11: { code: 'import.twice' },
      12: { code: 'import.twice' },
    });
    await expect(runToEnd(admin, run, 'undo')).rejects.toThrow('rejected');
  });

  test('writes restricting ancestors first and takes them into account in the check', async () => {
    const run = await check([
      { code: 'S1', [idle]: '01:00:00', [`${idle}.mode`]: '' },
      { code: 'S5', [idle]: '01:00:00', [`${idle}.mode`]: '' },
      { code: 'NORTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
    ]);
    expect(countsOf(run)).toEqual([0, 2, 0, 1]);
    expect(await cellErrors(run)).toEqual({ 2: { [idle]: 'setting.looser' } });
    expect(countsOf(await runToEnd(admin, run))).toEqual([0, 2, 0, 1]);
    expect(await ownValue(north, 'autoLogoutDuration', 'nodeConfig')).toMatchObject({ mode: 'tighten' });
  });

  test('does not overwrite settings that have been changed since the check', async () => {
    const run = await check([
      { code: 'S1', [name]: 'From the file' },
      { code: 'S2', [name]: 'From the file' },
    ]);
    await nameBasket(admin, stores[0]!, 'Since then');
    await nameBasket(admin, stores[0]!, 'And again');
    expect(countsOf(await runToEnd(admin, run))).toEqual([0, 1, 0, 1]);
    expect(await cellErrors(run)).toEqual({ 2: { row: 'import.changedSince' } });
    expect(await ownValues(admin, stores.slice(0, 2))).toEqual(['And again', 'From the file']);
  });

  test('can be undone except for settings that have been changed since', async () => {
    await nameBasket(admin, stores[0]!, 'Of the store', 'locked');
    const run = await importRows([
      { code: 'S1', [name]: 'From the file', [`${name}.mode`]: 'free', [idle]: '00:10:00' },
      { code: 'S2', [name]: 'From the file', [`${name}.mode`]: '', [idle]: '' },
      { code: await codeOfOrganisation(), [name]: 'Of all', [`${name}.mode`]: '', [idle]: '' },
    ]);
    expect(countsOf(run)).toEqual([0, 3, 0, 0]);
    await nameBasket(admin, stores[1]!, 'Since then');
    const undone = await runToEnd(admin, run, 'undo');
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 2, 1]);
    expect(await ownValues(admin, [org, ...stores.slice(0, 2)])).toEqual([null, 'Of the store', 'Since then']);
    expect(await ownValue(stores[0]!)).toMatchObject({ mode: 'locked' });
    expect(await ownValue(stores[0]!, 'autoLogoutDuration', 'nodeConfig')).toBeNull();
  });

  test('can be undone below its own restrictions, but not below later ones', async () => {
    await setIdle(admin, stores[0]!, '01:00:00');
    await setIdle(admin, stores[4]!, '01:00:00');
    const run = await importRows([
      { code: 'NORTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
      { code: 'SOUTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
      { code: 'S1', [idle]: '00:10:00', [`${idle}.mode`]: '' },
      { code: 'S5', [idle]: '00:10:00', [`${idle}.mode`]: '' },
    ]);
    await setIdle(admin, south, '00:15:00', 'tighten');
    const undone = await runToEnd(admin, run, 'undo');
    expect([undone.undone, undone.kept]).toEqual([2, 2]);
    expect(await ownValues(admin, [north, south, stores[0]!, stores[4]!], 'autoLogoutDuration', 'nodeConfig')).toEqual([
      null,
      '00:15:00',
      '01:00:00',
      '00:10:00',
    ]);
  });

  test('with a column for secrets is rejected and none of it is stored', async () => {
    const file = toCsv([{ code: 'S1', 'Integration.Secret': 'qhushq' }]);
    const response = await upload(admin, file);
    expect(statusAndCode(response)).toEqual([400, 'import.secretColumn']);
    expect((await admin.get(settingImportUrl)).body.total).toBe(0);
    expect(await server.query(`select from import_rows where 'qhushq' = any(cells)`)).toEqual([]);
  });

  test('requires BULK_OVERRIDE, and for each changed cell the permission to edit its section', async () => {
    const rows = [{ code: 'S1', [name]: 'From the file', [idle]: '00:10:00' }];
    expect((await upload(await createClientWithout('bulk_override'), toCsv(rows))).status).toBe(403);
    const clerk = await createClientWithout('edit_node_module');
    expect(await cellErrors(await check(rows, clerk), clerk)).toEqual({ 2: { [name]: 'import.rightMissing' } });
    await nameBasket(admin, stores[0]!, 'From the file');
    expect(countsOf(await check(rows, clerk))).toEqual([0, 1, 0, 0]);
  });

  test('cannot change nodes outside the scope of the importing user', async () => {
    const regional = await createClient(server, await createUser(server, { node: north }));
    const run = await check(
      [
        { code: 'S1', [name]: 'Of the region' },
        { code: 'S5', [name]: 'Of the region' },
        { code: 'GB', [name]: 'Of the region' },
        { code: 'NORTH', [name]: 'Of the region' },
      ],
      regional,
    );
    expect(await cellErrors(run, regional)).toEqual({
      3: { code: 'import.placeUnknown' },
      4: { code: 'import.placeUnknown' },
    });
    expect(countsOf(await runToEnd(regional, run))).toEqual([0, 2, 0, 2]);
    // values above the user's scope restrict as well
    await nameBasket(admin, company, 'Of Britain', 'locked');
    const secondRun = await check([{ code: 'S2', [name]: 'Of the store' }], regional);
    expect(await cellErrors(secondRun, regional)).toEqual({ 2: { [name]: 'setting.locked' } });
  });

  const codeOfOrganisation = async () =>
    (await server.query<{ code: string }>('select code from nodes where id = $1', [org.id]))[0]!.code;
});

describe('a settings export', () => {
  test('can be imported again without changes and restores lost values', async () => {
    const specialValues = ['=1+1', 'inherit', 'None', '"quoted"', '{x} and, more', "'=cmd"];
    for (const [index, value] of specialValues.entries())
      await nameBasket(admin, stores[index]!, `${value}${value.length < 5 ? '!' : ''}`);
    await nameBasket(admin, north, 'Of the North', 'locked');
    await admin.put(sectionUrl(company, 'theme'), {
      fields: { loginBoxPosition: { value: { landscape: 'left', portrait: 'top' } }, fontSize: { value: '16px' } },
    });
    for (const section of ['ebasketDisplay', 'theme']) {
      const { text } = await exportSection(org, section);
      for (const line of text.split('\r\n').slice(1))
        expect(line.split(',').filter((cell) => /^"?[=+@]/.test(cell))).toEqual([]);
      expect(countsOf(await uploadAndCheck(admin, text))).toEqual([0, 0, section === 'theme' ? 1 : 7, 0]);
    }
    const { text: content } = await exportSection(org, 'ebasketDisplay');
    const before = await ownValues(admin, [north, ...stores]);
    for (const node of [north, ...stores]) await nameBasket(admin, node, null);
    // rows below the lock of North are rejected, as in the form; the others are restored
    const run = await importFile(admin, content);
    expect(countsOf(run)).toEqual([0, 3, 0, 4]);
    expect((await ownValues(admin, [north, ...stores])).filter(Boolean)).toEqual([before[0], ...before.slice(5)]);
    expect(await ownValue(north)).toMatchObject({ mode: 'locked' });
  });

  test('contains the nodes of the subtree in the reader’s scope without secrets, optionally including nodes without values', async () => {
    await nameBasket(admin, company, 'Of Britain');
    await nameBasket(admin, stores[0]!, 'Of the store');
    await admin.put(sectionUrl(company, 'integration'), {
      fields: { secret: { value: 'qhushq' }, provider: { value: 'Adyen' } },
    });
    const { text, headers } = await exportSection(north, 'ebasketDisplay');
    expect(headers['content-disposition']).toBe('attachment; filename="Settings-ebasketDisplay.csv"');
    expect(text).toBe(`\uFEFFcode,name,${name},ebasketDisplay.displayLogo\r\nS1,Store 1,Of the store,\r\n`);
    const { text: every } = await exportSection(north, 'ebasketDisplay', '?every=true');
    expect(every.trim().split('\r\n')).toHaveLength(1 + 5);
    const { text: secrets } = await exportSection(company, 'integration');
    expect(secrets).toContain('GB,Britain,Adyen,');
    expect(secrets).not.toMatch(/qhushq|secret/);
    const regional = await createClient(server, await createUser(server, { node: north }));
    expect((await regional.get(sectionUrl(company, 'ebasketDisplay', '/export'))).status).toBe(404);
  });
});
