import { setTimeout as delay } from 'node:timers/promises';
import { videoSizeLimit } from '@storeward/contract/media-types';
import { languages } from '@storeward/contract/reference';
import { bulkLimits } from '@storeward/contract/settings/endpoints/bulk-override';
import { defaultTheme } from '@storeward/contract/settings/sections/theme';
import type { Delivery } from '@storeward/contract/webhooks';
import { newId } from '../../api/src/platform/database/ids.ts';
import { bmpImage, plainImage } from '../../api/test/image-files.ts';
import { videoOfSize, videoWithManyOffsets } from '../../api/test/video-files.ts';
import {
  added,
  bulkChange,
  checked,
  clear,
  type Input,
  type InputTarget,
  largestFile,
  read,
  runPaths,
  save,
  send,
  settingsPath,
  upload,
  written,
} from './input-steps.ts';

const longText = 'Lorem ipsum '.repeat(20);
const bodyLimit = 2 ** 20;
const tooLarge = { status: 413 };

/** A body of the largest size whose content is refused; the last of its parts are left out if it may have only so many. */
const refused =
  (
    part: (index: number) => string,
    [open, close]: readonly [string, string],
    { status: expected, parts: most }: { readonly status: number; readonly parts?: number },
  ): Input =>
  async (target) => {
    const parts: string[] = [];
    for (let size = open.length + close.length; size < bodyLimit - 64; size += parts.at(-1)!.length + 1)
      if (parts.push(part(parts.length)) === most) break;
    const path = settingsPath(target, 'hotkeys');
    const headers = { ...target.headers, 'content-type': 'application/json' };
    const body = Buffer.from(open + parts.join(',') + close);
    const { status, text } = await target.client.send({ path, method: 'PUT', headers, body, seconds: 60 });
    if (status !== expected) throw new Error(`${status}: ${text}`);
  };

/** Sends a message with the values of the longest lists to a receiver whose response does not end. */
async function message(target: InputTarget): Promise<undefined> {
  const path = `/node-management/node/${target.organisation}/webhooks`;
  const body = { description: 'Tills', url: target.receiver, sections: null };
  await clear('hotkeys', 'keys')(target);
  const { webhook } = await send<{ webhook: { id: string } }>(target, { path, method: 'POST', body });
  await hotkeys(target);
  for (;;) {
    const deliveries = await send<Delivery[]>(target, { path: `${path}/${webhook.id}/deliveries` });
    if (deliveries.some(({ lastTry }) => lastTry !== null)) break;
    await delay(100);
  }
  await send(target, { path: `${path}/${webhook.id}`, method: 'DELETE' });
}

const reasons = save('reasons', () => ({
  reasons: added(500, (index) => ({ reasonId: `R${index}`, category: 'return', description: longText.slice(0, 128) })),
}));
const hotkeys = save('hotkeys', ({ sku }) => ({
  keys: added(1_000, (index) => {
    const name = `${index} ${longText}`.slice(0, 60).trim();
    const names = Object.fromEntries(languages.map((language) => [language, name]));
    return { type: 'hotkey', SKU: sku, displayName: name, names, colour: 'primary', icon: 'gift' };
  }),
}));

const stores = ['type', 'code', 'name', 'parentCode', 'street', 'city', 'postCode', 'country', 'timeZone'];
const users = ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'];
const products = ['SKU', 'name', 'shortDescription', 'price', 'currency', 'tags'];

/** A file of reasons for stores; those of the organisation are removed before, as a store may have no more than 500 in all. */
async function listFile(target: InputTarget): Promise<undefined> {
  await clear('reasons', 'reasons')(target);
  const list = 'reasons.reasons';
  const columns = ['reasonId', 'category', 'description'].map((column) => `${list}.${column}`);
  const fileOf = ({ rows }: InputTarget) =>
    largestFile(rows, ['code', 'list', 'row', 'action', ...columns], (row) => [
      `LOOP-${row % 1_000}`,
      list,
      newId(),
      'add',
      `L${row}`,
      'void',
      `Reason ${row}`,
    ]);
  await checked(runPaths.lists, fileOf)(target);
}

/** The largest input of each kind, in an order in which later ones find what earlier ones have stored. */
export const largestInputs: Readonly<Record<string, Input>> = {
  'nothing, for comparison': () => delay(2_000, undefined),
  'a theme': save('theme', () => defaultTheme),
  'the theme of the sign-in page': async ({ client }) =>
    void (await client.send({ path: '/node-management/node-theme' })),
  'a picture of 40 megapixels, JPEG': upload('image/jpeg', () => plainImage(8_000, 5_000).jpeg().toBuffer()),
  'a picture of 40 megapixels, PNG': upload('image/png', () => plainImage(8_000, 5_000).png().toBuffer()),
  'a picture of the largest size, BMP': upload('image/bmp', () => bmpImage(24, 1_440)),
  'a video of the largest size': upload('video/mp4', () => videoOfSize(videoSizeLimit)),
  'a video of a million chunks': upload('video/mp4', videoWithManyOffsets),
  'a list of 500 reasons': reasons,
  'a layout of 1,000 hotkeys': hotkeys,
  'the configuration of a store with them': read(({ store }) => `/node-management/node/${store.id}/configuration`),
  'the settings of that layout': read((target) => settingsPath(target, 'hotkeys')),
  'a message about 1,000 hotkeys and a response that does not end': message,
  'a refused body with many numbers': refused(() => '0', ['{"fields":{"keys":{"value":[', ']}}}'], tooLarge),
  'a refused body with many fields': refused((index) => `"f${index}":{}`, ['{"fields":{', '}}'], tooLarge),
  'a refused body with as many values as are read': refused(
    (index) => `"f${index}":{"value":[${'1234567890123456789,'.repeat(10)}0]}`,
    ['{"fields":{', '}}'],
    { status: 400, parts: 3_800 },
  ),
  'a refused body with many wrong rows': refused(
    () => `"${newId()}":{"action":"add","values":{"type":1}}`,
    ['{"fields":{"keys":{"value":{"rows":{', '}}}}}'],
    { status: 400, parts: 5_000 },
  ),
  'the check of a file of locations': checked(runPaths.nodes, ({ rows, group }) =>
    largestFile(rows, stores, (row) => {
      const address = [`${row} Briggate`, 'Leeds', 'LS1 6HD', 'GB', 'Europe/London'];
      return ['STORE', `LOOP-${row}`, `Store ${row}`, group, ...address];
    }),
  ),
  'the import of a file of locations': written(runPaths.nodes),
  'the check of a file of users': checked(runPaths.users, ({ rows, store }) =>
    largestFile(rows, users, (row) => {
      const name = `loop.${row}`;
      return [name, 'Ada', `Person ${row}`, `${name}@mail.example`, 'Store user', store.code, 'en', 'Europe/London'];
    }),
  ),
  'the import of a file of users': written(runPaths.users),
  'the check of a file of products': checked(runPaths.products, ({ rows }) =>
    largestFile(rows, products, (row) => [`LOOP-${row}`, `Mug ${row}`, 'Holds 300 ml', '4.99', 'GBP', 'Kitchen|Gifts']),
  ),
  'the import of a file of products': written(runPaths.products),
  'the check of a file of a million empty rows': checked(runPaths.products, () =>
    Buffer.from(`SKU,name\n${'\n'.repeat(1_000_000)}LOOP-EMPTY,Mug\n`),
  ),
  'the check of a file of settings': checked(runPaths.settings, ({ rows }) =>
    largestFile(rows, ['code', 'ebasketDisplay.displayName'], (row) => [`LOOP-${row}`, `Basket ${row}`]),
  ),
  'the import of a file of settings': written(runPaths.settings),
  'the check of a file of list rows': listFile,
  'the import of a file of list rows': written(runPaths.lists),
  'a bulk override of the longest list of codes': async (target) => {
    await save('ebasketDisplay', () => ({ displayName: 'Corner basket' }))(target);
    const codes = Array.from({ length: target.rows }, (_, row) => `LOOP-${row}`).join(' ');
    const fitting = codes.slice(0, bulkLimits.characters + 1).replace(/ \S*$/, '');
    const [sourceId, sections] = [target.organisation, ['ebasketDisplay']];
    return bulkChange(runPaths.overrides, () => ({
      sourceId,
      sections,
      action: 'push',
      codes: fitting,
      reason: 'Spring',
    }))(target);
  },
  'a bulk change of all users': bulkChange(runPaths.userChanges, () => ({
    action: 'enable',
    matching: { search: 'loop.' },
  })),
  'the export of all locations': read(() => '/node-management/export'),
  'the export of settings of all locations': read(
    (target) => `${settingsPath(target, 'ebasketDisplay')}/export`,
    'import.tooManyRows',
  ),
  'a page of the export of users': read(() => '/user-management/user-export?size=1000'),
  'the tree of settings that differ': read(
    ({ organisation }) => `/node-management/node/${organisation}/radar`,
    'setting.tooManyValues',
  ),
};
