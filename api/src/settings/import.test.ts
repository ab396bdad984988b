import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aChain, nameBasket, saidBy, sectionUrl, setIdle } from '../../test/bulk.ts';
import { aUser, type Caller, everyRight, type Place, signedIn } from '../../test/builders.ts';
import { countsOf, fileOf, importsAt, settingImportUrl } from '../../test/imports.ts';
import { aServer } from '../../test/server.ts';
import { codeOf } from '../../test/small-tree.ts';

const { upload, checked, ended, imported, faultsOf } = importsAt(settingImportUrl);

const house = await aServer();
let org: Place;
let company: Place;
let north: Place;
let south: Place;
let stores: Place[];
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ org, company, north, south, stores, admin } = await aChain(house));
});

const name = 'ebasketDisplay.displayName';
const idle = 'nodeConfig.autoLogoutDuration';
const check = (rows: Record<string, string>[], caller = admin) => checked(caller, fileOf(rows));
const bring = (rows: Record<string, string>[], caller = admin) => imported(caller, fileOf(rows));
const faults = (run: { id: string }, caller = admin) => faultsOf(caller, run);
const taken = async (place: Place, section: string, more = '', caller = admin) =>
  (await caller.get(sectionUrl(place, section, `/export${more}`))).body.result;
const own = async (place: Place, field = 'displayName', section?: string) =>
  (await admin.get(sectionUrl(place, section))).body.result.fields[field].own;
const without = async (right: string) =>
  signedIn(house, await aUser(house, { at: org, rights: everyRight.filter((one) => one !== right) }));

describe('a file of settings', () => {
  test('is checked first, then gives each place what stands in its row, and leaves empty cells as they are', async () => {
    await nameBasket(admin, stores[1]!, 'Of the store');
    await nameBasket(admin, stores[2]!, 'To be given up');
    const run = await check([
      { code: 's1', name: 'whatever', [name]: 'From the file', [idle]: '00:10:00' },
      { code: 'S2', [name]: '', [idle]: '' },
      { code: ' S3 ', [name]: 'Inherit', [idle]: '' },
      { code: 'S4', [name]: 'none', [idle]: '' },
    ]);
    expect(countsOf(run)).toEqual([0, 3, 1, 0]);
    expect(await saidBy(admin, stores.slice(0, 4))).toEqual([null, 'Of the store', 'To be given up', null]);
    const done = await ended(admin, run);
    expect([done.state, countsOf(done)]).toEqual(['done', [0, 3, 1, 0]]);
    expect(await saidBy(admin, stores.slice(0, 3))).toEqual(['From the file', 'Of the store', null]);
    expect(await own(stores[3]!)).toMatchObject({ value: null, mode: 'free' });
    expect(await own(stores[0]!, 'autoLogoutDuration', 'nodeConfig')).toMatchObject({ value: '00:10:00' });
    const history = (await admin.get(sectionUrl(stores[0]!, 'ebasketDisplay', '/history'))).body.result;
    expect(history[0]).toMatchObject({ runId: run.id, version: 1, fields: [{ field: 'displayName', before: null }] });
  });

  test('tells of each cell what is wrong with it, by the rules of the form', async () => {
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
    expect(await faults(run)).toEqual({
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
    await expect(ended(admin, run, 'undo')).rejects.toThrow('refused');
  });

  test('takes what binds before what it binds, and says so beforehand', async () => {
    const run = await check([
      { code: 'S1', [idle]: '01:00:00', [`${idle}.mode`]: '' },
      { code: 'S5', [idle]: '01:00:00', [`${idle}.mode`]: '' },
      { code: 'NORTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
    ]);
    expect(countsOf(run)).toEqual([0, 2, 0, 1]);
    expect(await faults(run)).toEqual({ 2: { [idle]: 'setting.looser' } });
    expect(countsOf(await ended(admin, run))).toEqual([0, 2, 0, 1]);
    expect(await own(north, 'autoLogoutDuration', 'nodeConfig')).toMatchObject({ mode: 'tighten' });
  });

  test('is never written over what somebody has changed since its check', async () => {
    const run = await check([
      { code: 'S1', [name]: 'From the file' },
      { code: 'S2', [name]: 'From the file' },
    ]);
    await nameBasket(admin, stores[0]!, 'Since then');
    await nameBasket(admin, stores[0]!, 'And again');
    expect(countsOf(await ended(admin, run))).toEqual([0, 1, 0, 1]);
    expect(await faults(run)).toEqual({ 2: { row: 'import.changedSince' } });
    expect(await saidBy(admin, stores.slice(0, 2))).toEqual(['And again', 'From the file']);
  });

  test('is taken back whole, but for what somebody has changed since', async () => {
    await nameBasket(admin, stores[0]!, 'Of the store', 'locked');
    const run = await bring([
      { code: 'S1', [name]: 'From the file', [`${name}.mode`]: 'free', [idle]: '00:10:00' },
      { code: 'S2', [name]: 'From the file', [`${name}.mode`]: '', [idle]: '' },
      { code: await codeOfOrganisation(), [name]: 'Of all', [`${name}.mode`]: '', [idle]: '' },
    ]);
    expect(countsOf(run)).toEqual([0, 3, 0, 0]);
    await nameBasket(admin, stores[1]!, 'Since then');
    const back = await ended(admin, run, 'undo');
    expect([back.state, back.undone, back.kept]).toEqual(['undone', 2, 1]);
    expect(await saidBy(admin, [org, ...stores.slice(0, 2)])).toEqual([null, 'Of the store', 'Since then']);
    expect(await own(stores[0]!)).toMatchObject({ mode: 'locked' });
    expect(await own(stores[0]!, 'autoLogoutDuration', 'nodeConfig')).toBeNull();
  });

  test('is taken back together with what it bound itself, but not below what was bound since', async () => {
    await setIdle(admin, stores[0]!, '01:00:00');
    await setIdle(admin, stores[4]!, '01:00:00');
    const run = await bring([
      { code: 'NORTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
      { code: 'SOUTH', [idle]: '00:20:00', [`${idle}.mode`]: 'tighten' },
      { code: 'S1', [idle]: '00:10:00', [`${idle}.mode`]: '' },
      { code: 'S5', [idle]: '00:10:00', [`${idle}.mode`]: '' },
    ]);
    await setIdle(admin, south, '00:15:00', 'tighten');
    const back = await ended(admin, run, 'undo');
    expect([back.undone, back.kept]).toEqual([2, 2]);
    expect(await saidBy(admin, [north, south, stores[0]!, stores[4]!], 'autoLogoutDuration', 'nodeConfig')).toEqual([
      null,
      '00:15:00',
      '01:00:00',
      '00:10:00',
    ]);
  });

  test('with a column for secrets is refused whole, and nothing of it is kept', async () => {
    const file = fileOf([{ code: 'S1', 'Integration.Secret': 'qhushq' }]);
    const answer = await upload(admin, file);
    expect(codeOf(answer)).toEqual([400, 'import.secretColumn']);
    expect((await admin.get(settingImportUrl)).body.total).toBe(0);
    expect(await house.rows(`select from import_rows where 'qhushq' = any(cells)`)).toEqual([]);
  });

  test('needs BULK_OVERRIDE, and for each cell that changes something the right to change its section there', async () => {
    const rows = [{ code: 'S1', [name]: 'From the file', [idle]: '00:10:00' }];
    expect((await upload(await without('bulk_override'), fileOf(rows))).status).toBe(403);
    const clerk = await without('edit_node_module');
    expect(await faults(await check(rows, clerk), clerk)).toEqual({ 2: { [name]: 'import.rightMissing' } });
    await nameBasket(admin, stores[0]!, 'From the file');
    expect(countsOf(await check(rows, clerk))).toEqual([0, 1, 0, 0]);
  });

  test('reaches nobody outside the area of whoever brings it in', async () => {
    const regional = await signedIn(house, await aUser(house, { at: north }));
    const run = await check(
      [
        { code: 'S1', [name]: 'Of the region' },
        { code: 'S5', [name]: 'Of the region' },
        { code: 'GB', [name]: 'Of the region' },
        { code: 'NORTH', [name]: 'Of the region' },
      ],
      regional,
    );
    expect(await faults(run, regional)).toEqual({
      3: { code: 'import.placeUnknown' },
      4: { code: 'import.placeUnknown' },
    });
    expect(countsOf(await ended(regional, run))).toEqual([0, 2, 0, 2]);
    // what stands above their area binds them all the same
    await nameBasket(admin, company, 'Of Britain', 'locked');
    const again = await check([{ code: 'S2', [name]: 'Of the store' }], regional);
    expect(await faults(again, regional)).toEqual({ 2: { [name]: 'setting.locked' } });
  });

  const codeOfOrganisation = async () =>
    (await house.rows<{ code: string }>('select code from nodes where id = $1', [org.id]))[0]!.code;
});

describe('what is set, taken out as a file', () => {
  test('imports again unchanged, whatever stands in it, and puts all of it back where it was lost', async () => {
    const odd = ['=1+1', 'inherit', 'None', '"quoted"', '{x} and, more', "'=cmd"];
    for (const [at, value] of odd.entries())
      await nameBasket(admin, stores[at]!, `${value}${value.length < 5 ? '!' : ''}`);
    await nameBasket(admin, north, 'Of the North', 'locked');
    await admin.put(sectionUrl(company, 'theme'), {
      fields: { loginBoxPosition: { value: { landscape: 'left', portrait: 'top' } }, fontSize: { value: '16px' } },
    });
    for (const section of ['ebasketDisplay', 'theme']) {
      const { content, rowCount } = await taken(org, section);
      expect(rowCount).toBe(section === 'theme' ? 1 : 7);
      for (const line of (content as string).split('\r\n').slice(1))
        expect(line.split(',').filter((cell) => /^"?[=+@]/.test(cell))).toEqual([]);
      expect(countsOf(await checked(admin, content))).toEqual([0, 0, rowCount, 0]);
    }
    const { content } = await taken(org, 'ebasketDisplay');
    const before = await saidBy(admin, [north, ...stores]);
    for (const place of [north, ...stores]) await nameBasket(admin, place, null);
    // what the lock of the North forbids is refused, as on the form; the others come back
    const run = await imported(admin, content);
    expect(countsOf(run)).toEqual([0, 3, 0, 4]);
    expect((await saidBy(admin, [north, ...stores])).filter(Boolean)).toEqual([before[0], ...before.slice(5)]);
    expect(await own(north)).toMatchObject({ mode: 'locked' });
  });

  test('is what the reader sees below one place, never a secret, and every place if wanted', async () => {
    await nameBasket(admin, company, 'Of Britain');
    await nameBasket(admin, stores[0]!, 'Of the store');
    await admin.put(sectionUrl(company, 'integration'), {
      fields: { secret: { value: 'qhushq' }, provider: { value: 'Adyen' } },
    });
    expect(await taken(north, 'ebasketDisplay')).toEqual({
      fileName: 'Settings-ebasketDisplay.csv',
      rowCount: 1,
      content: `\uFEFFcode,name,${name},ebasketDisplay.displayLogo\r\nS1,Store 1,Of the store,\r\n`,
    });
    expect((await taken(north, 'ebasketDisplay', '?every=true')).rowCount).toBe(5);
    const { content } = await taken(company, 'integration');
    expect(content).toContain('GB,Britain,Adyen,');
    expect(content).not.toMatch(/qhushq|secret/);
    const regional = await signedIn(house, await aUser(house, { at: north }));
    expect((await regional.get(sectionUrl(company, 'ebasketDisplay', '/export'))).status).toBe(404);
  });
});
