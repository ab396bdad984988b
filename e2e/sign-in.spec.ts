import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { fields, fillAndSend, kept } from './sign-in-form.ts';
import { type AccountName, account, expect, test } from './test.ts';

const headers: Partial<Record<string, string>> = {
  'global.admin': 'Global dashboard',
  'org.admin': 'Organisation dashboard',
  'company.admin': 'Company dashboard',
  'region.manager': 'Trading region dashboard',
  'group.manager': 'Store group dashboard',
  'subgroup.manager': 'Sub Store Group store manager dashboard',
  'store.manager': 'Store dashboard',
  'store.user': 'Store dashboard',
};

for (const { userName, portal, domain } of demoAccounts) {
  const header = headers[userName];
  if (!header) continue;
  test(`${userName} ${domain && `of ${domain} `}signs in on ${portal} and lands on the ${header}`, async ({
    page,
    product,
  }) => {
    await page.goto(product.at(portal));
    await expect(page).toHaveURL(`${product.at(portal)}/login`);
    await expect(page).toHaveTitle('Login');
    if (!domain) await expect(fields(page).domain).toHaveCount(0);
    await fillAndSend(page, userName);
    await expect(page.getByRole('heading', { level: 1, name: header, exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${product.at(portal)}/dashboard`);
    await expect(page).toHaveTitle('Dashboard');
    await expect(page.getByText('Dashboard is coming soon....', { exact: true })).toBeVisible();
  });
}

test('whoever is signed in still is after a reload', async ({ enter }) => {
  const page = await enter('global.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
});

test('somebody with a first password is told to have it changed and is not signed in', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'new.user');
  await expect(page.getByText('Your password has to be changed first')).toBeVisible();
  await expect(fields(page).password).toHaveValue('');
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual(['APP_SETTING']);
});

test('name, password and host travel in base64, the name with its domain, and three tokens come back', async ({
  page,
  product,
}) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  const asked = page.waitForRequest('**/user-management/login');
  await fillAndSend(page, 'org.admin');
  const request = await asked;
  const sent = Object.fromEntries(
    Object.entries(request.postDataJSON() as Record<string, string>).map(([field, value]) => [field, atob(value)]),
  );
  expect(sent).toEqual({
    username: 'org.admin@kestrelsports.com',
    password: demoPassword,
    domainName: `kestrel.localhost:${product.port}`,
  });
  await expect(page).toHaveURL(/\/dashboard$/);
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('SESSION') ?? '{}') as object);
  expect(Object.keys(session).sort()).toEqual(['accessToken', 'idToken', 'refreshToken']);
});

test('a wrong password is refused in red and nobody leaves the page', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'org.admin', 'not-the-password');
  const notice = page.getByRole('alert');
  await expect(notice).toHaveText('Incorrect username or password.');
  const [red = 0, green = 0, blue = 0] = await notice
    .locator('p')
    .evaluate((line) => getComputedStyle(line).color.match(/\d+/g)?.map(Number) ?? []);
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  await expect(page).toHaveURL(/\/login$/);
  expect(await kept(page)).toEqual(['APP_SETTING']);
  await fillAndSend(page, 'org.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an empty form says what is missing, and strange signs in the name are named', async ({ page, product }) => {
  await page.goto(`${product.at('localhost')}/login`);
  const { name, password, login } = fields(page);
  await login.click();
  await expect(page.getByText('This field is required')).toHaveCount(2);
  await expect(name).toBeFocused();
  await name.fill('a<b');
  await password.focus();
  await expect(page.getByText('Invalid character used')).toBeVisible();
});

test('somebody signs in with the keyboard alone', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await expect(fields(page).name).toBeFocused();
  await page.keyboard.type('org.admin');
  await page.keyboard.press('Tab');
  await expect(fields(page).password).toBeFocused();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fields(page).login).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Organisation dashboard' })).toBeVisible();
});

test('the password is shown and hidden again', async ({ page, product }) => {
  await page.goto(`${product.at('localhost')}/login`);
  const { password } = fields(page);
  const toggle = page.getByRole('button', { name: 'Show password' });
  await password.fill('secret-words');
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('secret-words');
});

test('spaces are not typed into name or password', async ({ page, product }) => {
  await page.goto(`${product.at('localhost')}/login`);
  const { name, password } = fields(page);
  await name.pressSequentially('or g');
  await password.pressSequentially('pass word');
  await expect(name).toHaveValue('org');
  await expect(password).toHaveValue('password');
});

test('the domain choice offers every domain of the host, with the usual one chosen', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  const { domain } = fields(page);
  await expect(domain.getByRole('option')).toHaveText(['None', '@kestrelsports.com', '@kestrel.example']);
  await expect(domain).toHaveValue('kestrelsports.com');
  await domain.selectOption('@kestrel.example');
  await fillAndSend(page, 'org.admin');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await domain.selectOption('None');
  await fillAndSend(page, 'org.admin@kestrelsports.com');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('each host has its own portal: Kestrel answers to kestrel-sports.cn too, and nobody to a stranger', async ({
  page,
  product,
}) => {
  await page.goto(`${product.at('kestrel-sports.cn')}/login`);
  await fillAndSend(page, 'org.admin');
  await expect(page).toHaveURL(`${product.at('kestrel-sports.cn')}/dashboard`);
  await page.goto(`${product.at('bramble.localhost')}/login`);
  await fillAndSend(page, 'company.admin@kestrelsports.com');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  expect((await page.goto(`${product.at('nobody.localhost')}/login`))?.status()).toBe(404);
});

const everyone: AccountName[] = ['org.admin', 'org.admin of bramble'];
for (const name of everyone) {
  test(`the portal of ${account(name).portal} is dressed in its own colours and named after its organisation`, async ({
    enter,
  }) => {
    const page = await enter(name);
    const organisation = name === 'org.admin' ? 'Kestrel Sports' : 'Bramble Toys';
    await expect(page.getByRole('banner').getByRole('link', { name: organisation })).toBeVisible();
    const primary = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
    );
    expect(primary).toBe(name === 'org.admin' ? '#0B6E69' : '#1A81C5');
  });
}
