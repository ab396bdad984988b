import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { account, expect, test } from './test.ts';
import { watch } from './watch.ts';

test('a walk through every screen leaves no complaint in the console and asks nobody but the portal', async ({
  page,
  product,
}) => {
  const origin = product.at('kestrel.localhost');
  const { complaints, strangers } = watch(page, origin);
  await page.goto(`${origin}/structure/hierarchy`);
  await page.getByRole('textbox', { name: 'Username' }).fill('org.admin');
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('region', { name: 'Selected node' })).toContainText('Kestrel UK');
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
  await expect(page.getByText('Alastair McCorquodale is saved')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Person' })).toContainText('Alastair');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('banner').getByRole('combobox').selectOption('Deutsch');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('banner').getByRole('combobox').selectOption('English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(`${origin}/nonsense`);
  await page.getByRole('button', { name: 'To the dashboard' }).click();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test('every page comes with a policy that runs nothing but the portal’s own files, and may stand in no frame', async ({
  product,
}) => {
  const nonces: string[] = [];
  for (const path of ['/login', '/dashboard', '/users', '/structure/hierarchy', '/nonsense', '/login']) {
    const { headers } = await product.ask({ host: 'kestrel.localhost', path });
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy.split('; ')).toContain(rule);
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

test('the policy really stops a script that was slipped into a page', async ({ enter }) => {
  const page = await enter('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const outcome = await page.evaluate(() => {
    const slipped: (() => void)[] = [
      () => (document.createElement('div').innerHTML = '<img src=x onerror="window.canary = 1">'),
      () => document.createElement('div').setAttribute('onclick', 'window.canary = 1'),
      () => (document.createElement('script').text = 'window.canary = 1'),
      () => (document.createElement('script').src = 'https://evil.example/canary.js'),
    ];
    const passed = slipped.filter((slip) => {
      try {
        slip();
        return true;
      } catch {
        return false;
      }
    });
    return { passed: passed.map(String), canary: 'canary' in window };
  });
  expect(outcome.passed).toEqual([]);
  expect(outcome.canary).toBe(false);
});

test('markup in a person’s name is shown as it was typed, everywhere, and runs nothing', async ({
  page,
  enter,
  tokensOf,
  product,
}) => {
  const canary = '<img src=x onerror="window.canary=1">';
  const { portal: host } = account('org.admin');
  const { accessToken: token } = await tokensOf('org.admin');
  const found = await product.ask({ host, token, path: '/user-management/users?search=store.manager%40&size=1' });
  const path = `/user-management/users/${found.body.result[0].id}`;
  const { body } = await product.ask({ host, token, path });
  const changed = await product.ask({
    host,
    token,
    path,
    method: 'PUT',
    body: { ...body.result, firstName: canary, lastName: '{{7*7}}${7*7}' },
  });
  expect(changed.status).toBe(200);

  const { complaints } = watch(page, product.at(host));
  const name = `${canary} {{7*7}}\${7*7}`;
  await enter('org.admin', '/users?search=store.manager%40');
  await expect(page.getByRole('table')).toContainText(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · View User`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(canary);
  await page.getByRole('textbox', { name: 'Last name' }).fill('<b>Bold</b>');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${canary} <b>Bold</b> is saved` })).toBeVisible();
  await page.goto(`${product.at(host)}/users?search=${encodeURIComponent(canary)}x`);
  await expect(page.getByRole('heading', { name: `Nobody found for “${canary}x”` })).toBeVisible();
  await enter('store.manager');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('dialog')).toContainText(canary);
  expect(await page.evaluate(() => 'canary' in window)).toBe(false);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(complaints).toEqual([]);

  const again = await product.ask({ host, token, path });
  await product.ask({
    host,
    token,
    path,
    method: 'PUT',
    body: { ...again.body.result, firstName: 'Jarek', lastName: 'Żółkiewski' },
  });
});
