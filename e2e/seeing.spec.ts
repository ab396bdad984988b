import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Seeing as somebody else' });
const leftMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason' });

/** Another screen of the same portal. */
const at = (page: Page, path: string) => new URL(path, page.url()).href;

/** Opens somebody’s page and sees the portal as they do. */
async function seeAs(page: Page, search: string) {
  await page.goto(at(page, `/users?search=${search}`));
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('button', { name: 'See the portal as …' }).click();
  await reason(page).fill('finds no price list');
  await page.getByRole('button', { name: 'See the portal', exact: true }).click();
  await expect(banner(page)).toBeVisible();
}

test('an administrator sees the portal as a store manager does, changes nothing, and is themselves again', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/users?search=store.manager%40');
  await page.locator('tbody a, main li a').first().click();
  const [address, title] = [page.url(), await page.getByRole('heading', { level: 1 }).textContent()];
  await page.getByRole('button', { name: 'See the portal as …' }).click();
  await page.getByRole('button', { name: 'See the portal', exact: true }).click();
  await expect(page.getByText('This field is required')).toBeVisible();
  await reason(page).fill('finds no price list');
  await page.getByRole('button', { name: 'See the portal', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(banner(page)).toContainText(`You see the portal as ${title}, Store manager`);
  await expect(banner(page)).toContainText('You are only looking');
  await expect(leftMenu(page).getByText('Store manager')).toBeVisible();
  await expect(leftMenu(page).getByRole('link', { name: 'Roles' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(banner(page)).toBeVisible();

  await page.goto(at(page, '/profile'));
  await page.getByRole('textbox', { name: 'First name' }).fill('Mallory');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Nothing can be changed meanwhile').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Open sessions' })).toHaveCount(0);

  await banner(page).getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'See the portal as …' })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Portal seen as this user');
  await expect(timeline).toContainText('finds no price list');
  await expect(timeline).toContainText('Stopped seeing as this user');
  await expect(timeline).toContainText('By the viewer');
});

test('it begins from a line of the list too, in every tab, and signing out ends it', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=store.user%40');
  const other = await page.context().newPage();
  await other.goto(at(page, '/users'));
  await expect(other.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'See the portal as …' }).click();
  await reason(page).fill('asks why the list is empty');
  await page.getByRole('button', { name: 'See the portal', exact: true }).click();
  await expect(banner(page)).toBeVisible();
  await expect(banner(other)).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();

  await banner(other).getByRole('button', { name: 'Stop' }).click();
  await expect(banner(other)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Organisation dashboard' })).toBeVisible();

  await seeAs(page, 'store.user%40');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('SEEN'))).toBeNull();
});

test('what has ended elsewhere is noticed with the next look, and told', async ({ enter, product }) => {
  const page = await enter('org.admin');
  await seeAs(page, 'store.manager%40');
  const { token, cookie } = await page.evaluate(() => ({
    token: (JSON.parse(localStorage.getItem('SESSION')!) as { accessToken: string }).accessToken,
    cookie: document.cookie,
  }));
  const cookies = await page.context().cookies();
  const mark = /XSRF-TOKEN=([^;]+)/.exec(cookie)![1]!;
  const reply = await product.ask({
    host: 'kestrel.localhost',
    method: 'DELETE',
    path: '/user-management/sessions/current/seeing',
    headers: {
      authorization: `Bearer ${token}`,
      'sec-fetch-site': 'same-origin',
      'x-xsrf-token': decodeURIComponent(mark),
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect(reply.status).toBe(200);
  await page.goto(at(page, '/profile'));
  await expect(page.getByText('You see the portal as yourself again.')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/[\da-f-]+\/view$/);
});
