import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { expectEmptyStorage, signInFields, fillAndSubmit, storageKeys } from './sign-in-form.ts';
import { type AccountName, account, expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const dashboardTitles: Partial<Record<string, string>> = {
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
  const dashboardTitle = dashboardTitles[userName];
  if (!dashboardTitle) continue;
  const user = domain ? `${userName} of ${domain}` : userName;
  test(`${user} signs in on ${portal} and lands on the ${dashboardTitle}`, async ({ page, product }) => {
    await page.goto(product.urlOf(portal));
    await expect(page).toHaveURL(`${product.urlOf(portal)}/login`);
    await expect(page).toHaveTitle('Login');
    await expect(signInFields(page).login).toBeVisible();
    if (!domain) await expect(signInFields(page).domain).toHaveCount(0);
    await fillAndSubmit(page, userName);
    await expect(page.getByRole('heading', { level: 1, name: dashboardTitle, exact: true })).toBeVisible();
    await expect(page).toHaveURL(`${product.urlOf(portal)}/dashboard`);
    await expect(page).toHaveTitle('Dashboard');
    await expect(page.getByText('Dashboard is coming soon....', { exact: true })).toBeVisible();
  });
}

test('a user stays signed in after a reload', async ({ openAs }) => {
  const page = await openAs('global.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
});

test('user name with domain, password and host are sent in base64, and three tokens are returned', async ({
  page,
  product,
}) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  const loginRequest = page.waitForRequest('**/user-management/login');
  await fillAndSubmit(page, 'org.admin');
  const request = await loginRequest;
  const credentials = Object.fromEntries(
    Object.entries(request.postDataJSON() as Record<string, string>).map(([field, value]) => [field, atob(value)]),
  );
  expect(credentials).toEqual({
    username: 'org.admin@kestrelsports.com',
    password: demoPassword,
    domainName: `kestrel.localhost:${product.port}`,
  });
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('SESSION') ?? '{}') as object);
  expect(Object.keys(session).sort()).toEqual(['accessToken', 'idToken', 'refreshToken']);
});

test('a platform user signs in by name only, and all further data is requested by the ids in the token', async ({
  page,
  product,
}) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(`${product.urlOf('localhost')}/login`);
  const loginResponse = page.waitForResponse('**/user-management/login');
  await fillAndSubmit(page, 'global.admin');
  const response = await loginResponse;
  const sent = Object.values(response.request().postDataJSON() as Record<string, string>).map((value) => atob(value));
  expect(sent).toEqual(['global.admin', demoPassword, `localhost:${product.port}`]);
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
  const organisations = page.getByRole('main').getByRole('list', { name: 'Organisations' });
  await expect(organisations.getByRole('link', { name: /Kestrel Sports/ })).toBeVisible();
  const claims = await page.evaluate(() => {
    const { idToken } = JSON.parse(localStorage.getItem('SESSION') ?? '{}') as { idToken: string };
    return JSON.parse(atob(idToken.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))) as Record<string, string>;
  });
  const [role] = JSON.parse(claims['custom:roles'] ?? '[]') as string[];
  for (const path of [
    `/user-management/users/${claims['custom:user_id']}`,
    `/role-management/roles/modules/${role}`,
    `/node-management/node/${claims['custom:rootNodeId']?.replace('NODE::', '')}/configuration`,
    '/common/timezones',
  ])
    await expect.poll(() => requestedPaths).toContain(path);
  expect(requestedPaths).not.toContain('/menu.json');
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('AUTH') ?? '{}') as object))
    .toMatchObject({ loggedIn: true, module: 'om', userModules: expect.arrayContaining(['om']) });
});

test('after a branded sign-in the organisation’s logo is shown, and its code is kept for the session', async ({
  page,
  product,
}) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'org.admin');
  const homeLink = page.getByRole('banner').getByRole('link', { name: 'Kestrel Sports' });
  await expect(homeLink.getByRole('img')).toHaveAttribute('src', '/demo/kestrel-logo.svg');
  await expect.poll(() => storageKeys(page)).toContain('ORG_CODE');
  expect(await page.evaluate(() => localStorage.getItem('ORG_CODE'))).toBe('KESTREL');
  const modules = page.getByRole('main').getByRole('list', { name: 'Applications' });
  await expect(modules.getByRole('link', { name: /^Kestrel Basket/ })).toBeVisible();
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectEmptyStorage(page);
});

test('a wrong password is rejected in red without leaving the page', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'org.admin', 'not-the-password');
  const errorNotice = page.getByRole('alert');
  await expect(errorNotice).toHaveText('Incorrect username or password.');
  const colourOf = () =>
    errorNotice.locator('p').evaluate((paragraph) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(paragraph).color.match(/\d+/g)?.map(Number) ?? [];
      return red / Math.max(green, blue);
    });
  await expect.poll(colourOf).toBeGreaterThan(1.5);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Timeout')).toHaveCount(0);
  await expectEmptyStorage(page);
  await fillAndSubmit(page, 'org.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an empty form shows the missing fields, and invalid characters in the name are listed', async ({
  page,
  product,
}) => {
  await page.goto(`${product.urlOf('localhost')}/login`);
  const { name, password, login } = signInFields(page);
  await login.click();
  await expect(page.getByText(phrase('errors.field.required'))).toHaveCount(2);
  await expect(name).toBeFocused();
  await name.fill('a<b');
  await password.focus();
  await expect(page.getByText('Invalid character used')).toBeVisible();
});

test('a user signs in with the keyboard only', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await expect(signInFields(page).name).toBeFocused();
  await page.keyboard.type('org.admin');
  await page.keyboard.press('Tab');
  await expect(signInFields(page).password).toBeFocused();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(signInFields(page).login).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Organisation dashboard' })).toBeVisible();
});

test('the password can be shown and hidden', async ({ page, product }) => {
  await page.goto(`${product.urlOf('localhost')}/login`);
  const { password } = signInFields(page);
  const toggle = page.getByRole('button', { name: 'Show password' });
  await password.fill('secret-words');
  await expect(password).toHaveAttribute('type', 'password');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('secret-words');
});

test('spaces cannot be typed into name or password', async ({ page, product }) => {
  await page.goto(`${product.urlOf('localhost')}/login`);
  const { name, password } = signInFields(page);
  await name.pressSequentially('or g');
  await password.pressSequentially('pass word');
  await expect(name).toHaveValue('org');
  await expect(password).toHaveValue('password');
});

test('the domain picker offers every domain of the host, with the default one selected', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  const { domain } = signInFields(page);
  await expect(domain.getByRole('option')).toHaveText(['None', '@kestrelsports.com', '@kestrel.example']);
  await expect(domain).toHaveValue('kestrelsports.com');
  await domain.selectOption('@kestrel.example');
  await fillAndSubmit(page, 'org.admin');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await domain.selectOption('None');
  await fillAndSubmit(page, 'org.admin@kestrelsports.com');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('each host has its own portal: Kestrel also has a second host, and an unknown host has none', async ({
  page,
  product,
}) => {
  await product.executeSql(
    `insert into portal_hosts (host, org_id) select $1, org_id from portal_hosts where host = 'kestrel.localhost'`,
    ['kestrel-sports.localhost'],
  );
  await page.goto(`${product.urlOf('kestrel-sports.localhost')}/login`);
  await fillAndSubmit(page, 'org.admin');
  await expect(page).toHaveURL(`${product.urlOf('kestrel-sports.localhost')}/dashboard`);
  await page.goto(`${product.urlOf('bramble.localhost')}/login`);
  await fillAndSubmit(page, 'company.admin@kestrelsports.com');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  expect((await page.goto(`${product.urlOf('nobody.localhost')}/login`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No portal is served under this name' })).toBeVisible();
});

const administrators: AccountName[] = ['org.admin', 'org.admin of bramble'];
for (const name of administrators) {
  test(`the portal of ${account(name).portal} has its own colours and its organisation’s name`, async ({ openAs }) => {
    const page = await openAs(name);
    const organisationName = name === 'org.admin' ? 'Kestrel Sports' : 'Bramble Toys';
    await expect(page.getByRole('banner').getByRole('link', { name: organisationName })).toBeVisible();
    const primaryColour = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
      );
    await expect.poll(primaryColour).toBe(name === 'org.admin' ? '#0B6E69' : '#1A81C5');
  });
}

test('any other server error is shown in grey and cleared after sign-in', async ({ page, product }) => {
  const loginErrors = [{ message: 'Exception: Message:Maintenance tonight' }, {}];
  await page.route('**/user-management/login', (route) => {
    const errorText = loginErrors.shift();
    return errorText ? route.fulfill({ status: 400, json: errorText }) : route.continue();
  });
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  const errorNotice = page.getByRole('alert');
  await fillAndSubmit(page, 'org.admin');
  await expect(errorNotice).toHaveText('Maintenance tonight');
  const [red = 0, green = 0, blue = 0] = await errorNotice.evaluate(
    (paragraph) => getComputedStyle(paragraph).color.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(20);
  await fillAndSubmit(page, 'org.admin');
  await expect(errorNotice).toHaveText('Invalid credentials. Please check and try again.');
  await fillAndSubmit(page, 'org.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Invalid credentials')).toHaveCount(0);
});

test('an expired session leaves no data when it redirects to the form', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await page.evaluate(() => {
    localStorage.setItem('SESSION', JSON.stringify({ accessToken: 'old', idToken: 'old', refreshToken: 'old' }));
    localStorage.setItem('AUTH', JSON.stringify({ loggedIn: true }));
    localStorage.setItem('ORG_CODE', JSON.stringify('KES'));
  });
  await page.reload();
  await expect(signInFields(page).name).toBeFocused();
  expect(await storageKeys(page)).toEqual(['APP_SETTING']);
});

test('the domains of a host are requested by its first label', async ({ page, product }) => {
  const loginRequest = page.waitForRequest('**/node-management/domain?*');
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  expect(new URL((await loginRequest).url()).searchParams.get('subDomain')).toBe('kestrel');
});
