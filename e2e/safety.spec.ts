import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { account, expect, test } from './test.ts';
import { monitorPage } from './page-monitor.ts';
import { containing, phrase } from '../web/test/phrase.ts';

test('visiting every screen causes no console errors and no requests to other origins', async ({ page, product }) => {
  const origin = product.urlOf('kestrel.localhost');
  const { problems, foreignRequests } = monitorPage(page, origin);
  await page.goto(`${origin}/structure/hierarchy`);
  await page.getByRole('textbox', { name: 'Username' }).fill('org.admin');
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('region', { name: 'Selected location' })).toContainText('Kestrel UK');
  await page.getByRole('searchbox').fill('briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await expect(page.getByText('118 Briggate')).toBeVisible();
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible();
  await page.getByRole('searchbox').fill('yorkshire');
  await page.getByRole('searchbox').fill('group.manager@');
  await page.getByRole('button', { name: 'Actions for Alasdair McCorquodale' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Alastair');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('London');
  await page
    .getByRole('option', { name: /London/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Alastair McCorquodale saved')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Person' })).toContainText('Alastair');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('banner').getByRole('combobox').selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('banner').getByRole('combobox').selectOption('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(`${origin}/nonsense`);
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  // the browser reports what is still on its way when the session ends
  await expect(page.getByRole('img', { name: containing('figures.chart.daySummary') })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  // the browser reports the status of the page that does not exist
  expect(problems).toEqual([
    `${origin}/nonsense: Failed to load resource: the server responded with a status of 404 (Not Found)`,
  ]);
  expect(foreignRequests).toEqual([]);
});

test('every page has a content security policy that allows only the portal’s own files and no framing', async ({
  product,
}) => {
  const nonces: string[] = [];
  for (const path of ['/login', '/dashboard', '/users', '/structure/hierarchy', '/nonsense', '/login']) {
    const { headers } = await product.request({ host: 'kestrel.localhost', path, headers: { accept: 'text/html' } });
    const policy = String(headers['content-security-policy']);
    for (const directive of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/no-referrer|same-origin/),
    });
    nonces.push(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

test('the content security policy blocks an injected script', async ({ openAs }) => {
  const page = await openAs('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const outcome = await page.evaluate(() => {
    const injections: (() => void)[] = [
      () => (document.createElement('div').innerHTML = '<img src=x onerror="window.canary = 1">'),
      () => document.createElement('div').setAttribute('onclick', 'window.canary = 1'),
      () => (document.createElement('script').text = 'window.canary = 1'),
      () => (document.createElement('script').src = 'https://evil.example/canary.js'),
    ];
    const succeeded = injections.filter((injection) => {
      try {
        injection();
        return true;
      } catch {
        return false;
      }
    });
    return { succeeded: succeeded.map(String), canary: 'canary' in window };
  });
  expect(outcome.succeeded).toEqual([]);
  expect(outcome.canary).toBe(false);
});

test('markup in a user’s name is shown as text everywhere and not executed', async ({
  page,
  openAs,
  tokensFor,
  product,
}) => {
  const scriptPayload = '<img src=x onerror="window.canary=1">';
  const { portal: host } = account('org.admin');
  const { accessToken: token } = await tokensFor('org.admin');
  const searchResponse = await product.request({
    host,
    token,
    path: '/user-management/users?search=store.manager%40&size=1',
  });
  const path = `/user-management/users/${searchResponse.body.result[0].id}`;
  const { body } = await product.request({ host, token, path });
  const updateResponse = await product.request({
    host,
    token,
    path,
    method: 'PUT',
    body: { ...body.result, firstName: scriptPayload, lastName: '{{7*7}}${7*7}' },
  });
  expect(updateResponse.status).toBe(200);

  const { problems } = monitorPage(page, product.urlOf(host));
  const name = `${scriptPayload} {{7*7}}\${7*7}`;
  await openAs('org.admin', '/users?search=store.manager%40');
  await expect(page.getByRole('table')).toContainText(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · View User`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(scriptPayload);
  await page.getByRole('textbox', { name: 'Last name' }).fill('<b>Bold</b>');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${scriptPayload} <b>Bold</b> saved` })).toBeVisible();
  await page.goto(`${product.urlOf(host)}/users?search=${encodeURIComponent(scriptPayload)}x`);
  await expect(
    page.getByRole('heading', { name: phrase('users.list.nothingFound', { search: `${scriptPayload}x` }) }),
  ).toBeVisible();
  await openAs('store.manager');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('dialog')).toContainText(scriptPayload);
  expect(await page.evaluate(() => 'canary' in window)).toBe(false);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(problems).toEqual([]);

  const current = await product.request({ host, token, path });
  await product.request({
    host,
    token,
    path,
    method: 'PUT',
    body: { ...current.body.result, firstName: 'Jarek', lastName: 'Żółkiewski' },
  });
});
