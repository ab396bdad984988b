import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { expectNothingKept, fields, fillAndSend, kept } from './sign-in-form.ts';
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
    await expect(fields(page).login).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('SESSION') ?? '{}') as object);
  expect(Object.keys(session).sort()).toEqual(['accessToken', 'idToken', 'refreshToken']);
});

test('somebody of the platform signs in by name alone, and all they work with is asked for by what the token names', async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${product.at('localhost')}/login`);
  const sent = page.waitForRequest('**/user-management/login');
  await fillAndSend(page, 'global.admin');
  expect(atob((await sent).postDataJSON().username as string)).toBe('global.admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Global dashboard' })).toBeVisible();
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
    await expect.poll(() => asked).toContain(path);
  expect(asked).not.toContain('/menu.json');
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('AUTH') ?? '{}') as object))
    .toMatchObject({ loggedIn: true, module: 'om', userModules: expect.arrayContaining(['om']) });
});

test('behind a branded sign-in page stands the organisation’s logo, and its code is kept for the session', async ({
  page,
  product,
}) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'org.admin');
  const home = page.getByRole('banner').getByRole('link', { name: 'Kestrel Sports' });
  await expect(home.getByRole('img')).toBeVisible();
  await expect.poll(() => kept(page)).toContain('ORG_CODE');
  expect(await page.evaluate(() => localStorage.getItem('ORG_CODE'))).toBe('KESTREL');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectNothingKept(page);
});

test('a wrong password is refused in red and nobody leaves the page', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'org.admin', 'not-the-password');
  const notice = page.getByRole('alert');
  await expect(notice).toHaveText('Incorrect username or password.');
  const redness = () =>
    notice.locator('p').evaluate((line) => {
      const [red = 0, green = 0, blue = 0] = getComputedStyle(line).color.match(/\d+/g)?.map(Number) ?? [];
      return red / Math.max(green, blue);
    });
  await expect.poll(redness).toBeGreaterThan(1.5);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Session Timeout')).toHaveCount(0);
  await expectNothingKept(page);
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
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
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

test('each host has its own portal: Kestrel answers to a second one too, and nobody to a stranger', async ({
  page,
  product,
}) => {
  await product.plant(
    `insert into portal_hosts (host, org_id) select $1, org_id from portal_hosts where host = 'kestrel.localhost'`,
    ['kestrel-sports.localhost'],
  );
  await page.goto(`${product.at('kestrel-sports.localhost')}/login`);
  await fillAndSend(page, 'org.admin');
  await expect(page).toHaveURL(`${product.at('kestrel-sports.localhost')}/dashboard`);
  await page.goto(`${product.at('bramble.localhost')}/login`);
  await fillAndSend(page, 'company.admin@kestrelsports.com');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  expect((await page.goto(`${product.at('nobody.localhost')}/login`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No portal is served under this name' })).toBeVisible();
});

const everyone: AccountName[] = ['org.admin', 'org.admin of bramble'];
for (const name of everyone) {
  test(`the portal of ${account(name).portal} is dressed in its own colours and named after its organisation`, async ({
    enter,
  }) => {
    const page = await enter(name);
    const organisation = name === 'org.admin' ? 'Kestrel Sports' : 'Bramble Toys';
    await expect(page.getByRole('banner').getByRole('link', { name: organisation })).toBeVisible();
    const primary = () =>
      page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--primary-raw').trim().toUpperCase(),
      );
    await expect.poll(primary).toBe(name === 'org.admin' ? '#0B6E69' : '#1A81C5');
  });
}

test('whatever else the server says of a failure is told in grey, and is gone after signing in', async ({
  page,
  product,
}) => {
  const answers = [{ message: 'Exception: Message:Maintenance tonight' }, {}];
  await page.route('**/user-management/login', (route) => {
    const told = answers.shift();
    return told ? route.fulfill({ status: 400, json: told }) : route.continue();
  });
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  const notice = page.getByRole('alert');
  await fillAndSend(page, 'org.admin');
  await expect(notice).toHaveText('Maintenance tonight');
  const [red = 0, green = 0, blue = 0] = await notice.evaluate(
    (line) => getComputedStyle(line).color.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(20);
  await fillAndSend(page, 'org.admin');
  await expect(notice).toHaveText('Invalid credentials. Please check and try again.');
  await fillAndSend(page, 'org.admin');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Invalid credentials')).toHaveCount(0);
});

test('a session that ran out leaves nothing behind on the way to the form', async ({ page, product }) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await page.evaluate(() => {
    localStorage.setItem('SESSION', JSON.stringify({ accessToken: 'old', idToken: 'old', refreshToken: 'old' }));
    localStorage.setItem('AUTH', JSON.stringify({ loggedIn: true }));
    localStorage.setItem('ORG_CODE', JSON.stringify('KES'));
  });
  await page.reload();
  await expect(fields(page).name).toBeFocused();
  expect(await kept(page)).toEqual(['APP_SETTING']);
});

test('the domains of a host are asked for by its first label', async ({ page, product }) => {
  const asked = page.waitForRequest('**/node-management/domain?*');
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  expect(new URL((await asked).url()).searchParams.get('subDomain')).toBe('kestrel');
});
