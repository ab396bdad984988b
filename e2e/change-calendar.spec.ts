import { expectAccessible } from './accessibility.ts';
import { clientOf, findNode } from './api-client.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const dayMs = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

test('planned changes of all locations are seen on one timeline, a conflict is explained, and a change is withdrawn', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const request = clientOf(product, await tokensFor('org.admin'));
  const [company, store] = [await findNode(request, 'UK'), await findNode(request, 'UK-101')];
  const plan = (id: string, section: string, fields: object, startsAt: string) =>
    request('PUT', `/node-management/node/${id}/settings/${section}`, { fields, startsAt, reason: 'Winter sale' });
  await openAs('org.admin', '/structure/calendar');
  await expect(page.getByText(phrase('settings.calendar.empty'))).toBeVisible();

  await plan(store, 'nodeConfig', { autoLogoutDuration: { value: '00:40:00' } }, `${dayAfter(7)}T08:00`);
  await plan(
    company,
    'nodeConfig',
    { autoLogoutDuration: { value: '00:10:00', mode: 'locked' } },
    `${dayAfter(8)}T08:00`,
  );
  await plan(company, 'ebasketDisplay', { displayName: { value: 'Winter basket' } }, `${dayAfter(7)}T00:00`);
  await page.reload();
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await page.goto(`${new URL(page.url()).origin}/structure/calendar?from=${dayAfter(3)}`);
  await expect(page.getByText('3 planned changes')).toBeVisible();
  await expect(page.getByText('1 conflict')).toBeVisible();
  const bar = (text: string) => page.locator('[data-bar]').filter({ hasText: text });
  await expect(bar('Winter basket')).toBeVisible();
  await expectAccessible(page, 'the calendar of changes');

  await bar('Winter basket').focus();
  await page.keyboard.press('ArrowRight');
  await expect(bar('Winter basket')).not.toBeFocused();
  await bar('00:40:00').press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Winter sale');
  await expect(drawer).toContainText(
    'Kestrel UK has a planned change of Idle sign-out that does not allow this value.',
  );
  await expectAccessible(page, 'a planned change with a conflict');
  await drawer.getByRole('button', { name: phrase('settings.calendar.showOther', { name: 'Kestrel UK' }) }).click();
  await expect(drawer).toContainText('00:10:00');
  await drawer.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog', { name: 'Withdraw this change?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('2 planned changes')).toBeVisible();
  await expect(page.getByText('1 conflict')).toHaveCount(0);
  await expect(bar('00:10:00')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('listitem').filter({ hasText: 'Winter basket' })).toBeVisible();
  await expectAccessible(page, 'the calendar of changes on a phone');
});

test('the calendar shows a store manager only what is planned for the own store', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const request = clientOf(product, await tokensFor('org.admin'));
  const other = await findNode(request, 'UK-102');
  await request('PUT', `/node-management/node/${other}/settings/nodeConfig`, {
    fields: { autoLogoutDuration: { value: '00:45:00' } },
    startsAt: `${dayAfter(2)}T08:00`,
  });
  await openAs('store.manager', '/structure/calendar');
  await expect(page.getByText(/planned changes?/).first()).toBeVisible();
  await expect(page.getByText('00:45:00')).toHaveCount(0);
  await openAs('org.admin', '/structure/calendar');
  await expect(page.getByText('00:45:00')).toBeVisible();
});
