import type { Page } from '@playwright/test';
import { stir } from './person.ts';
import { expectNothingKept, fields, fillAndSend, kept } from './sign-in-form.ts';
import { type Tokens, expect, test } from './test.ts';

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};

const sessionOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('SESSION') ?? '{}') as Tokens);

test('a deep link asks to sign in first, and then opens with its query', async ({ page, product }) => {
  const wanted = `${product.at('kestrel.localhost')}/users?search=leeds&size=5`;
  await page.goto(wanted);
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSend(page, 'company.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole('searchbox')).toHaveValue('leeds');
});

test('whoever is signed in is led away from the sign-in page', async ({ enter }) => {
  const page = await enter('company.admin', '/login');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
});

test('a remembered address that leads anywhere but to a screen of the portal is not followed', async ({
  enter,
  product,
}) => {
  test.slow(); // it opens the portal twenty times
  const strangers: string[] = [];
  const page = await enter('company.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  page.on('request', (request) => {
    if (new URL(request.url()).host !== `kestrel.localhost:${product.port}`) strangers.push(request.url());
  });
  const tricks = [
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
    `${product.at('bramble.localhost')}/dashboard`,
    '/dashboard@evil.example',
    '/login',
    '/files/evil.html',
    '{"a":1}',
  ];
  for (const trick of tricks) {
    await test.step(JSON.stringify(trick), async () => {
      await page.evaluate((address) => sessionStorage.setItem('REDIRECT_URL', address), trick);
      await page.goto(`${product.at('kestrel.localhost')}/login`);
      await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
      await expect(page).toHaveURL(`${product.at('kestrel.localhost')}/dashboard`);
    });
  }
  expect(strangers).toEqual([]);
  await page.evaluate(() => sessionStorage.setItem('REDIRECT_URL', '/users?size=5'));
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await expect(page).toHaveURL(/\/users\?size=5$/);
});

test('signing out leaves only the device’s own settings, and every other tab follows', async ({
  enter,
  page,
  product,
}) => {
  await enter('company.admin');
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await page.getByRole('searchbox').fill('leeds');
  await expect(page).toHaveURL(/search=leeds$/);
  const other = await page.context().newPage();
  await other.goto(`${product.at('kestrel.localhost')}/structure/hierarchy`);
  await expect(other.getByRole('treeitem', { name: /Kestrel UK/ })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  await expectNothingKept(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'company.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that was ended elsewhere is over with the next call, and its screen opens again after signing in', async ({
  enter,
  tokensOf,
  product,
}) => {
  const page = await enter('company.admin', '/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const held = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('SESSION') ?? '{}') as { accessToken: string }).accessToken,
  );
  const { accessToken: token } = await tokensOf('company.admin');
  const host = 'kestrel.localhost';
  const path = '/user-management/sessions';
  // what was copied out of the browser is worth nothing elsewhere, so another session of the same person ends it
  expect((await product.ask({ host, path, token: held })).status).toBe(401);
  expect((await product.ask({ host, path, token })).body.result.length).toBeGreaterThan(1);
  expect((await product.ask({ host, method: 'DELETE', path, token })).status).toBe(200);
  await page.getByRole('searchbox').fill('jarek');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Timeout')).toHaveCount(1);
  await expectNothingKept(page);
  await fillAndSend(page, 'company.admin');
  await expect(page).toHaveURL(/\/users\?search=jarek$/);
});

test('a session past its hour is removed when its page is opened again', async ({ enter, page, product }) => {
  await enter('company.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await later.clock.install({ time: Date.now() + 3_660_000 });
  await later.goto(`${product.at('kestrel.localhost')}/dashboard`);
  await expect(fields(later).login).toBeVisible();
  await expect(later).toHaveURL(/\/login$/);
  expect(await kept(later)).toEqual(['APP_SETTING']);
});

test('a stale session is cleared on the way into the sign-in page', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await page.evaluate(() => {
    const token = `e30.${btoa(JSON.stringify({ iat: 1, exp: 2 }))}.x`;
    localStorage.setItem('SESSION', JSON.stringify({ accessToken: token, idToken: token, refreshToken: 'old' }));
  });
  await page.reload();
  await expect(fields(page).login).toBeVisible();
  expect(await kept(page)).not.toContain('SESSION');
});

test('with the sign of life the tokens are renewed once, whatever the number of tabs', async ({ page, product }) => {
  const context = page.context();
  await context.clock.install();
  const renewals: unknown[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/refresh-token')) renewals.push(request.postDataJSON());
  });
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'company.admin');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  const before = await sessionOf(page);
  const other = await context.newPage();
  await other.goto(`${product.at('kestrel.localhost')}/users`);
  await expect(other.getByRole('row').nth(1)).toBeVisible();
  await context.clock.fastForward('40:00');
  await stir(page);
  await context.clock.fastForward('15:30');
  await expect.poll(async () => (await sessionOf(page)).accessToken).not.toBe(before.accessToken);
  // a tab may not see yet what another has just got; it then gets the very same with the same old token
  expect(renewals.length).toBeLessThanOrEqual(2);
  for (const renewal of renewals)
    expect(renewal).toEqual({ clientId: 'portal-web', refreshToken: before.refreshToken });
  const after = await sessionOf(other);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  await other.reload();
  await expect(other.getByRole('row').nth(1)).toBeVisible();
});

test('old tokens open nothing: neither the one that was replaced nor those of a session that was left', async ({
  page,
  product,
}) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'company.admin');
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  const { accessToken, refreshToken } = await sessionOf(page);
  await signOut(page);
  await expect(fields(page).login).toBeVisible();
  const answers = await page.evaluate(
    async ([access, refresh]) => {
      const renewed = await fetch('/user-management/refresh-token', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientId: 'portal-web', refreshToken: refresh }),
      });
      const read = await fetch('/user-management/users', { headers: { authorization: `Bearer ${access}` } });
      return [renewed.status, read.status];
    },
    [accessToken, refreshToken] as const,
  );
  expect(answers).toEqual([401, 401]);
});

test('an access token past its hour opens nothing any more', async ({ tokensOf, product }) => {
  const { accessToken: token } = await tokensOf('company.admin');
  const read = async () =>
    (await product.ask({ host: 'kestrel.localhost', path: '/user-management/sessions', token })).status;
  expect(await read()).toBe(200);
  await product.setClock('61 minutes');
  try {
    expect(await read()).toBe(401);
  } finally {
    await product.setClock('0');
  }
});

test('somebody else who signs in in another tab takes this one over', async ({ enter, page, product }) => {
  await enter('company.admin', '/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${product.at('kestrel.localhost')}/dashboard`);
  await expect(other.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
  await signOut(other);
  await fillAndSend(other, 'store.manager');
  await expect(other.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
  await page.goto(`${product.at('kestrel.localhost')}/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Store dashboard' })).toBeVisible();
});

for (const [how, ahead] of [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
  ['a minute ahead', 60_000],
  ['a minute behind', -60_000],
] as const) {
  test(`a device whose clock is ${how} signs in, and finds its session again after a reload`, async ({
    page,
    product,
  }) => {
    await page.clock.install({ time: Date.now() + ahead });
    await page.goto(`${product.at('kestrel.localhost')}/login`);
    await fillAndSend(page, 'company.admin');
    await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Company dashboard' })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}
