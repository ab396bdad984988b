import type { Page } from '@playwright/test';
import { fields, fillAndSend, kept } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};

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
      expect(page.url()).toBe(`${product.at('kestrel.localhost')}/dashboard`);
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
  await page.getByRole('searchbox').fill('leeds');
  await expect(page).toHaveURL(/search=leeds$/);
  const other = await page.context().newPage();
  await other.goto(`${product.at('kestrel.localhost')}/structure/hierarchy`);
  await expect(other.getByRole('treeitem', { name: /Kestrel UK/ })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual(['APP_SETTING']);
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'company.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that was ended elsewhere is over with the next call, and its screen opens again after signing in', async ({
  enter,
  product,
}) => {
  const page = await enter('company.admin', '/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('SESSION') ?? '{}') as { accessToken: string }).accessToken,
  );
  const left = await product.ask({ host: 'kestrel.localhost', method: 'POST', path: '/user-management/logout', token });
  expect(left.status).toBe(200);
  await page.getByRole('searchbox').fill('jarek');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Timeout')).toHaveCount(1);
  expect(await kept(page)).toEqual(['APP_SETTING']);
  await fillAndSend(page, 'company.admin');
  await expect(page).toHaveURL(/\/users\?search=jarek$/);
});

test('a session past its hour is removed on the way to the sign-in page', async ({ enter, page }) => {
  await page.clock.install();
  await enter('company.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.fastForward('01:01:00');
  await page.reload();
  await expect(fields(page).login).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual(['APP_SETTING']);
});
