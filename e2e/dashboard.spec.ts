import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';
import { containing } from '../web/test/phrase.ts';

test('the figures of the organisation dashboard lead to lists of as many records', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Organisation dashboard');
  await expect(page.getByText('Dashboard is coming soon....', { exact: true })).toBeVisible();
  for (const card of ['Users by status', 'Locations by level', 'Devices', 'Newest users', 'Newest locations'])
    await expect(page.getByRole('region', { name: new RegExp(`^${card}`) })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Newest users/ })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Bramble');
  const users = page.getByRole('link', { name: /^Users: / });
  const total = (await users.textContent()) ?? '';
  await users.click();
  await expect(page.getByText(`${total} users`)).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^Stores: / }).click();
  const stores = page.getByRole('region', { name: /^Stores/ });
  await expect(stores.getByRole('radio', { name: 'Enabled' })).toBeChecked();
  await stores.getByText('Disabled', { exact: true }).first().click();
  await expect(page).toHaveURL(/stores=disabled/);
  await expect(stores.getByRole('listitem')).toHaveCount(1);
});

test('the charts of the dashboard are accessible, as drawings and as tables, at every width', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await expect(page.getByRole('img', { name: containing('figures.chart.daySummary') })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Needs attention/ })).toBeVisible();
  await expectAccessible(page, 'the dashboard');
  for (const chart of ['Sign-ins per day', 'Sign-ins by hour'])
    await page.getByRole('button', { name: `${chart}: Show as table` }).click();
  await expect(page.getByRole('table', { name: 'Sign-ins per day' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'the dashboard with tables on a phone');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(overflow).toBe(false);
});

test('the dashboard of a store shows its own figures only', async ({ openAs }) => {
  const page = await openAs('store.manager');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Store dashboard');
  const users = page.getByRole('link', { name: /^Users: / });
  const total = (await users.textContent()) ?? '';
  expect(Number(total)).toBeLessThan(50);
  await users.click();
  await expect(page.getByText(`${total} users`)).toBeVisible();
});

test('the global dashboard counts all organisations', async ({ openAs }) => {
  const page = await openAs('global.admin');
  await expect(page.getByRole('link', { name: 'Organisations: 2' })).toHaveAttribute('href', '/organisation');
  await expect(page.getByRole('region', { name: 'Sign-ins by organisation' })).toBeVisible();
  await expect(page.getByText('Dashboard is coming soon....', { exact: true })).toBeVisible();
});

test('a figure that cannot be loaded is tried again by itself', async ({ openAs, page }) => {
  let isBroken = true;
  await page.route('**/user-management/dashboard/login-counts*', (route) =>
    isBroken ? route.fulfill({ status: 503, json: { message: 'x', messageCode: 'x', status: 503 } }) : route.fallback(),
  );
  await openAs('org.admin');
  const card = page.getByRole('region', { name: 'Sign-ins per day' });
  await expect(card.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Users: / })).toBeVisible();
  isBroken = false;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('img')).toBeVisible();
});
