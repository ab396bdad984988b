import type { Page } from '@playwright/test';
import { moveMouse } from './user-activity.ts';
import { expectEmptyStorage, signInFields, fillAndSubmit, storageKeys } from './sign-in-form.ts';
import { type Tokens, expect, test } from './test.ts';

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};

const readSession = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('SESSION') ?? '{}') as Tokens);

test('a deep link requires sign-in first, and then opens with its query', async ({ page, product }) => {
  const targetUrl = `${product.urlOf('kestrel.localhost')}/users?search=leeds&size=5`;
  await page.goto(targetUrl);
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSubmit(page, 'company.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await expect(page).toHaveURL(targetUrl);
  await expect(page.getByRole('searchbox')).toHaveValue('leeds');
});

test('a signed-in user is redirected away from the sign-in page', async ({ openAs }) => {
  const page = await openAs('company.admin', '/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
});

test('a stored return URL that is not a screen of the portal is ignored', async ({ openAs, product }) => {
  test.slow(); // opens the portal twenty times
  const foreignRequests: string[] = [];
  const page = await openAs('company.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  page.on('request', (request) => {
    if (new URL(request.url()).host !== `kestrel.localhost:${product.port}`) foreignRequests.push(request.url());
  });
  const unsafeUrls = [
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    String.raw`/\evil.example/dashboard`,
    String.raw`\\evil.example`,
    'javascript:document.title="evil"',
    'data:text/html,<p>evil</p>',
    '/\t/evil.example/dashboard',
    '/\n/evil.example',
    'http:evil.example',
    'https:/evil.example',
    ' //evil.example',
    '/.//evil.example/dashboard',
    '/..//evil.example/users',
    '/%2f%2fevil.example',
    `http://kestrel.localhost:${product.port}@evil.example/dashboard`,
    `${product.urlOf('bramble.localhost')}/dashboard`,
    '/dashboard@evil.example',
    '/login',
    '/files/evil.html',
    '{"a":1}',
  ];
  for (const unsafeUrl of unsafeUrls) {
    await test.step(JSON.stringify(unsafeUrl), async () => {
      await page.evaluate((url) => sessionStorage.setItem('REDIRECT_URL', url), unsafeUrl);
      await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
      await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
      await expect(page).toHaveURL(`${product.urlOf('kestrel.localhost')}/dashboard`);
    });
  }
  expect(foreignRequests).toEqual([]);
  await page.evaluate(() => sessionStorage.setItem('REDIRECT_URL', '/users?size=5'));
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await expect(page).toHaveURL(/\/users\?size=5$/);
});

test('signing out keeps only the device settings and signs out every other tab', async ({ openAs, page, product }) => {
  await openAs('company.admin');
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await page.getByRole('searchbox').fill('leeds');
  await expect(page).toHaveURL(/search=leeds$/);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${product.urlOf('kestrel.localhost')}/structure/hierarchy`);
  await expect(otherTab.getByRole('treeitem', { name: /Kestrel UK/ })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(otherTab).toHaveURL(/\/login$/);
  await expectEmptyStorage(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'company.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session ended elsewhere is over on the next request, and its screen reopens after sign-in', async ({
  openAs,
  tokensFor,
  product,
}) => {
  const page = await openAs('company.admin', '/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const browserToken = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('SESSION') ?? '{}') as { accessToken: string }).accessToken,
  );
  const { accessToken: token } = await tokensFor('company.admin');
  const host = 'kestrel.localhost';
  const path = '/user-management/sessions';
  // tokens copied from the browser are bound to it, so another session of the same user ends this one
  expect((await product.request({ host, path, token: browserToken })).status).toBe(401);
  expect((await product.request({ host, path, token })).body.result.length).toBeGreaterThan(1);
  expect((await product.request({ host, method: 'DELETE', path, token })).status).toBe(200);
  await page.getByRole('searchbox').fill('jarek');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Timeout')).toHaveCount(1);
  await expectEmptyStorage(page);
  await fillAndSubmit(page, 'company.admin');
  await expect(page).toHaveURL(/\/users\?search=jarek$/);
});

test('an expired session is removed when its page is opened again', async ({ openAs, page, product }) => {
  await openAs('company.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const context = page.context();
  await page.close();
  const laterPage = await context.newPage();
  await laterPage.clock.install({ time: Date.now() + 3_660_000 });
  await laterPage.goto(`${product.urlOf('kestrel.localhost')}/dashboard`);
  await expect(signInFields(laterPage).login).toBeVisible();
  await expect(laterPage).toHaveURL(/\/login$/);
  expect(await storageKeys(laterPage)).toEqual(['APP_SETTING']);
});

test('a stale session is cleared when the sign-in page opens', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await page.evaluate(() => {
    const token = `e30.${btoa(JSON.stringify({ iat: 1, exp: 2 }))}.x`;
    localStorage.setItem('SESSION', JSON.stringify({ accessToken: token, idToken: token, refreshToken: 'old' }));
  });
  await page.reload();
  await expect(signInFields(page).login).toBeVisible();
  expect(await storageKeys(page)).not.toContain('SESSION');
});

test('tokens are refreshed once by activity, whatever the number of tabs', async ({ page, product }) => {
  const context = page.context();
  await context.clock.install();
  const refreshRequests: unknown[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/refresh-token')) refreshRequests.push(request.postDataJSON());
  });
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'company.admin');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  const previousSession = await readSession(page);
  const otherTab = await context.newPage();
  await otherTab.goto(`${product.urlOf('kestrel.localhost')}/users`);
  await expect(otherTab.getByRole('row').nth(1)).toBeVisible();
  await context.clock.fastForward('40:00');
  await moveMouse(page);
  await context.clock.fastForward('15:30');
  await expect.poll(async () => (await readSession(page)).accessToken).not.toBe(previousSession.accessToken);
  // a tab may not see the tokens another tab just received; with the same old token it gets the same new ones
  expect(refreshRequests.length).toBeLessThanOrEqual(2);
  for (const refreshRequest of refreshRequests)
    expect(refreshRequest).toEqual({ clientId: 'portal-web', refreshToken: previousSession.refreshToken });
  const currentSession = await readSession(otherTab);
  expect(currentSession.refreshToken).not.toBe(previousSession.refreshToken);
  await otherTab.reload();
  await expect(otherTab.getByRole('row').nth(1)).toBeVisible();
});

test('replaced tokens and tokens of a closed session are rejected', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'company.admin');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  const { accessToken, refreshToken } = await readSession(page);
  await signOut(page);
  await expect(signInFields(page).login).toBeVisible();
  const statuses = await page.evaluate(
    async ([oldAccessToken, oldRefreshToken]) => {
      const refreshResponse = await fetch('/user-management/refresh-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: 'portal-web', refreshToken: oldRefreshToken }),
      });
      const readSessionsStatus = await fetch('/user-management/users', {
        headers: { authorization: `Bearer ${oldAccessToken}` },
      });
      return [refreshResponse.status, readSessionsStatus.status];
    },
    [accessToken, refreshToken] as const,
  );
  expect(statuses).toEqual([401, 401]);
});

test('an expired access token is rejected', async ({ tokensFor, product }) => {
  const { accessToken: token } = await tokensFor('company.admin');
  const readSessionsStatus = async () =>
    (await product.request({ host: 'kestrel.localhost', path: '/user-management/sessions', token })).status;
  expect(await readSessionsStatus()).toBe(200);
  await product.setClock('61 minutes');
  try {
    expect(await readSessionsStatus()).toBe(401);
  } finally {
    await product.setClock('0');
  }
});

test('a sign-in of another user in another tab takes over this tab', async ({ openAs, page, product }) => {
  await openAs('company.admin', '/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${product.urlOf('kestrel.localhost')}/dashboard`);
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
  await signOut(otherTab);
  await fillAndSubmit(otherTab, 'store.manager');
  await expect(otherTab.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await page.goto(`${product.urlOf('kestrel.localhost')}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
});

for (const [offsetText, offsetMs] of [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['a minute ahead', 60_000],
  ['a minute behind', -60_000],
] as const) {
  test(`a device whose clock is ${offsetText} signs in and keeps its session after a reload`, async ({
    page,
    product,
  }) => {
    await page.clock.install({ time: Date.now() + offsetMs });
    await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
    await fillAndSubmit(page, 'company.admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}
