import { randomUUID } from 'node:crypto';
import { customerActions, customerRegions } from '@storeward/contract/settings/sections/customer-hub';
import { fulfilmentTypes, paymentOptions, paymentSubTypes } from '@storeward/contract/settings/sections/payments';
import {
  applyRow,
  choose,
  expectSaved,
  offered,
  openModules,
  region,
  rowDrawer,
  save,
  setHere,
} from './settings-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const colourOf = (element: Element) => getComputedStyle(element).color;

test('payment options, reasons and the customer hub offer their complete lists, and are kept and read by tills', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const payments = region(page, 'Payments and tenders');
  await payments.getByRole('button', { name: 'Add row' }).click();
  const drawer = rowDrawer(page);
  expect(await offered(page, drawer.getByRole('combobox', { name: 'Payment option' }))).toEqual([...paymentOptions]);
  expect(await offered(page, drawer.getByRole('combobox', { name: 'External subtype' }))).toEqual([...paymentSubTypes]);
  await choose(page, drawer, 'Payment option', 'card (SEPAY)');
  await choose(page, drawer, 'External subtype', 'Visa Credit');
  const texts = {
    'Payment ID': 'SEPAY',
    Type: '2',
    'Authorisation code': 'A1',
    'External type': 'CARD',
    'Tender item key': 'T-2',
  };
  for (const [label, value] of Object.entries(texts))
    await drawer.getByRole('textbox', { name: label, exact: true }).fill(value);
  const displayName = drawer.getByRole('textbox', { name: 'Display name' });
  await displayName.fill('Card');
  await expect(drawer.getByRole('checkbox')).toHaveCount(fulfilmentTypes.length);
  for (const type of ['Click and collect', 'Web order']) await drawer.getByRole('checkbox', { name: type }).check();
  await applyRow(page);
  await expect(displayName).toHaveAccessibleDescription(/Enter atleast 5 characters/);
  await displayName.fill('Cards');
  await applyRow(page);

  const reasons = region(page, 'Reasons');
  const addReason = async (id: string, description: string) => {
    await reasons.getByRole('button', { name: 'Add row' }).click();
    await drawer.getByRole('textbox', { name: 'Reason ID' }).fill(id);
    await choose(page, drawer, 'Category', 'Return');
    await drawer.getByRole('textbox', { name: 'Description' }).fill(description);
    await drawer.getByRole('textbox', { name: 'Description' }).press('Enter');
  };
  await addReason('R1', 'Wrong size');
  await expect(drawer).toHaveCount(0);
  await addReason('R1', 'Too small');
  const doubled = drawer.getByRole('textbox', { name: 'Reason ID' });
  await expect(doubled).toHaveAccessibleDescription(/Reason ID already exists/);
  await expect(doubled).toBeFocused();
  const errorColour = await drawer.locator('[id$="-error"]').getByText('Reason ID already exists').evaluate(colourOf);
  expect(errorColour).not.toBe(await page.locator('body').evaluate(colourOf));
  await doubled.fill('R2');
  await applyRow(page);
  await save(page);
  await expectSaved(page);
  await page.reload();
  const row = payments.getByRole('row', { name: /SEPAY/ });
  for (const text of ['card (SEPAY)', 'Cards', 'Click and collect', 'Web order', 'A1', 'CARD', 'Visa Credit', 'T-2'])
    await expect(row).toContainText(text);
  await expect(reasons.getByRole('row', { name: /R2/ })).toContainText('Too small');

  const { accessToken } = await tokensFor('org.admin');
  const read = async (path: string) =>
    (
      await product.request({
        host: 'kestrel.localhost',
        path: `/transaction-management-common/${path}`,
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).body.result;
  expect(await read('tender/type')).toMatchObject([
    { id: 'SEPAY', name: 'card (SEPAY)', fulfilmentTypes: { clickNCollect: true, inStore: false, webOrder: true } },
  ]);
  const categories = (await read('reasons/category')) as { id: string; reasons: { id: string }[] }[];
  expect(categories.find(({ id }) => id === 'return')?.reasons.map(({ id }) => id)).toEqual(['R1', 'R2']);

  const hub = region(page, 'Customer hub');
  await setHere(hub, 'Customer actions');
  await expect(hub.getByRole('checkbox')).toHaveCount(customerActions.length);
  for (const action of customerActions) await hub.getByRole('checkbox', { name: action }).check();
  await save(page);
  const required = ['First name', 'Last name', 'Phone', 'Email', 'Address', 'Region', 'Country', 'City', 'Post code'];
  for (const label of required)
    await expect(hub.getByRole('group', { name: label, exact: true })).toContainText(
      label === 'Email' ? 'Email is mandatory field' : phrase('errors.field.required'),
    );
  await setHere(hub, ...required);
  const fill = (label: string, value: string) => hub.getByRole('textbox', { name: label, exact: true }).fill(value);
  expect(await offered(page, hub.getByRole('combobox', { name: 'Region' }))).toEqual([...customerRegions]);
  await choose(page, hub, 'Region', 'EMEA');
  await hub.getByRole('combobox', { name: 'Country' }).fill('United K');
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  const good = { Phone: '+44 113 496 0127', Email: 'walk.in@kestrel.example', 'Post code': 'LS1 6HD' };
  const bad = { Phone: '+44 1', Email: 'nobody', 'Post code': '04109' };
  for (const label of ['First name', 'Last name', 'Address', 'City']) await fill(label, 'Leeds');
  for (const [label, value] of Object.entries({ ...good, ...bad })) await fill(label, value);
  await save(page);
  for (const label of ['Phone', 'Email'])
    await expect(hub.getByRole('textbox', { name: label, exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(hub.getByRole('group', { name: 'Email', exact: true })).toContainText(
    'Please enter a valid email address',
  );
  for (const label of ['Phone', 'Email'] as const) await fill(label, good[label]);
  await save(page);
  const postCode = hub.getByRole('textbox', { name: 'Post code', exact: true });
  await expect(postCode).toHaveAttribute('aria-invalid', 'true');
  await postCode.fill(good['Post code']);
  await save(page);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await page.reload();
  await expect(hub.getByRole('textbox', { name: 'Post code' })).toHaveValue('LS1 6HD');
});

test('of two people who change one list, each keeps the rows of their own, and is asked about the row that both have changed', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  const [id] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const { accessToken } = await tokensFor('org.admin');
  const [broken, returned] = [randomUUID(), randomUUID()];
  const saveReasons = async (value: object | null) => {
    const { status } = await product.request({
      host: 'kestrel.localhost',
      method: 'PUT',
      path: `/node-management/node/${id}/settings/reasons`,
      headers: { authorization: `Bearer ${accessToken}` },
      body: { fields: { reasons: value } },
    });
    expect(status).toBe(200);
  };
  const saveElsewhere = (descriptions: Readonly<Record<string, readonly [reasonId: string, string]>>) => {
    const rows = Object.entries(descriptions).map(([row, [reasonId, description]]) => [
      row,
      { action: 'add', values: { reasonId, category: 'return', description } },
    ]);
    return saveReasons({ value: { rows: Object.fromEntries(rows) } });
  };
  await saveElsewhere({ [broken]: ['BRK', 'Broken'], [returned]: ['RET', 'Returned'] });
  await page.reload();
  const reasons = region(page, 'Reasons');
  const describe = async (reasonId: string, text: string) => {
    await reasons.getByRole('button', { name: `Edit ${reasonId}`, exact: true }).click();
    await rowDrawer(page).getByRole('textbox', { name: 'Description' }).fill(text);
    await applyRow(page);
    await expect(rowDrawer(page)).toHaveCount(0);
  };
  const conflict = region(page, phrase('records.form.conflictTitle'));

  await describe('BRK', 'Damaged');
  await saveElsewhere({ [returned]: ['RET', 'Sent back'] });
  await save(page);
  await expect(reasons.getByRole('row', { name: /RET/ })).toContainText('Sent back');
  await expect(conflict).toHaveCount(0);
  await save(page);
  await expectSaved(page);

  await describe('RET', 'Taken back');
  await saveElsewhere({ [returned]: ['RET', 'Refunded'], [broken]: ['BRK', 'Cracked'] });
  await save(page);
  await expect(conflict.getByRole('radiogroup')).toHaveCount(1);
  const row = conflict.getByRole('radiogroup', { name: 'Reasons: Reasons · RET' });
  await expect(row.getByRole('radio', { name: /Taken back/ })).toBeChecked();
  await row.getByRole('radio', { name: /Theirs · .+Description: Refunded/ }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await row.getByRole('radio', { name: /Taken back/ }).click();
  await save(page);
  await expectSaved(page);
  await page.reload();
  await expect(reasons.getByRole('row', { name: /RET/ })).toContainText('Taken back');
  await expect(reasons.getByRole('row', { name: /BRK/ })).toContainText('Cracked');

  // the whole list is reverted meanwhile: the rows that were not typed come back with the one that was
  await describe('BRK', 'Dented');
  await saveReasons(null);
  await save(page);
  await expect(
    conflict.getByRole('radio', { name: /Theirs · .+Inherit: everything set here was removed/ }),
  ).toBeVisible();
  await expect(conflict.getByRole('radio', { name: /List of \d+ rows?, with your changes/ })).toBeChecked();
  await save(page);
  await expectSaved(page);
  await page.reload();
  await expect(reasons.getByRole('row', { name: /RET/ })).toContainText('Taken back');
  await expect(reasons.getByRole('row', { name: /BRK/ })).toContainText('Dented');
});
