import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const banner = (page: Page) => page.getByRole('region', { name: phrase('app.impersonation.label') });
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason' });

const portalUrl = (page: Page, path: string) => new URL(path, page.url()).href;

/** Opens a user's page and starts the impersonation. */
async function impersonate(page: Page, search: string) {
  await page.goto(portalUrl(page, `/users?search=${search}`));
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('button', { name: 'View as user' }).click();
  await reason(page).fill('finds no price list');
  await page.getByRole('button', { name: 'Start viewing', exact: true }).click();
  await expect(banner(page)).toBeVisible();
}

test('an administrator views the portal as a store manager, cannot change anything, and returns to their own account', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/users?search=store.manager%40');
  await page.locator('tbody a, main li a').first().click();
  const [userUrl, userName] = [page.url(), await page.getByRole('heading', { level: 1 }).textContent()];
  await page.getByRole('button', { name: 'View as user' }).click();
  await page.getByRole('button', { name: 'Start viewing', exact: true }).click();
  await expect(page.getByText(phrase('errors.field.required'))).toBeVisible();
  await reason(page).fill('finds no price list');
  await page.getByRole('button', { name: 'Start viewing', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(banner(page)).toContainText(
    phrase('app.impersonation.title', { name: userName ?? '', role: 'Store manager' }),
  );
  await expect(banner(page)).toContainText('View only');
  await expect(mainMenu(page).getByText('Store manager')).toBeVisible();
  await expect(mainMenu(page).getByRole('link', { name: 'Roles' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await expect(banner(page)).toBeVisible();

  await page.goto(portalUrl(page, '/profile'));
  await page.getByRole('textbox', { name: 'First name' }).fill('Mallory');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('errors.session.readOnly')).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Open sessions' })).toHaveCount(0);

  await banner(page).getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL(userUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(userName!);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View as user' })).toBeVisible();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(phrase('audit.action.impersonationStarted'));
  await expect(timeline).toContainText('finds no price list');
  await expect(timeline).toContainText(phrase('audit.action.impersonationEnded'));
  await expect(timeline).toContainText('By the viewer');
});

test('impersonation starts from a row of the list, applies to every tab, and ends on sign-out', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=store.user%40');
  const otherTab = await page.context().newPage();
  await otherTab.goto(portalUrl(page, '/users'));
  await expect(otherTab.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'View as user' }).click();
  await reason(page).fill('asks why the list is empty');
  await page.getByRole('button', { name: 'Start viewing', exact: true }).click();
  await expect(banner(page)).toBeVisible();
  await expect(banner(otherTab)).toBeVisible();
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();

  await banner(otherTab).getByRole('button', { name: 'Stop' }).click();
  await expect(banner(otherTab)).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Organisation dashboard' })).toBeVisible();

  await impersonate(page, 'store.user%40');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('SEEN'))).toBeNull();
});

test('an impersonation that ended elsewhere is detected on the next request and announced', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin');
  await impersonate(page, 'store.manager%40');
  const { token, cookie } = await page.evaluate(() => ({
    token: (JSON.parse(localStorage.getItem('SESSION')!) as { accessToken: string }).accessToken,
    cookie: document.cookie,
  }));
  const cookies = await page.context().cookies();
  const csrfToken = /XSRF-TOKEN=([^;]+)/.exec(cookie)![1]!;
  const response = await product.request({
    host: 'kestrel.localhost',
    method: 'DELETE',
    path: '/user-management/sessions/current/seeing',
    headers: {
      authorization: `Bearer ${token}`,
      'sec-fetch-site': 'same-origin',
      'x-xsrf-token': decodeURIComponent(csrfToken),
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
  });
  expect(response.status).toBe(200);
  await page.goto(portalUrl(page, '/profile'));
  await expect(page.getByText(containing('app.impersonation.expired'))).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/[\da-f-]+\/view$/);
});
