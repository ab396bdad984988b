import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Product } from './product.ts';
import { fields, fillAndSend } from './sign-in-form.ts';
import { account, expect, test } from './test.ts';

const newPassword = 'Another-portal-27';
const host = 'kestrel.localhost';
const word = 'bluebird';

type Mail = { id: string; to: string; links: string[] };

/** The address of the latest reset link that was mailed to somebody. */
async function mailedLink(product: Product, to: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { body } = await product.ask({ host, path: '/dev/mail' });
      const mails = (body as { result: Mail[] }).result.filter((mail) => mail.to.includes(to));
      link = mails[0]?.links.find((address) => address.includes('/resetPassword/'));
      return link;
    })
    .toBeDefined();
  return String(link);
}

/** How many reset links were mailed to somebody by now. */
const linksTo = (product: Product, to: string) =>
  product.mails(to).filter(({ links }) => links.some((link) => link.includes('/resetPassword/'))).length;

/** Gets a token past the browser, as the secret word gives it. */
async function tokenOf(product: Product, username: string): Promise<string> {
  const body = { username, domainName: account('store.user').domain, secretWord: word };
  const reply = await product.ask({ host, method: 'POST', path: '/user-management/validate-email-id', body });
  return (reply.body as { result: { resetToken: string } }).result.resetToken;
}

/** Gives somebody the password that all demo accounts have, for the tests that follow. */
async function restore(product: Product, username: string) {
  const path = `/user-management/reset-password/${await tokenOf(product, username)}`;
  const body = { password: demoPassword, confirmPassword: demoPassword };
  expect((await product.ask({ host, method: 'PUT', path, body })).status).toBe(200);
}

const inputs = (page: Page) => ({
  password: page.getByRole('textbox', { name: 'Password', exact: true }),
  confirm: page.getByRole('textbox', { name: 'Confirm password' }),
  reset: page.getByRole('button', { name: 'Reset password' }),
});

async function typeTwice(page: Page, password: string) {
  await inputs(page).password.fill(password);
  await inputs(page).confirm.fill(password);
}

const colours = (page: Page) =>
  page
    .getByRole('alert')
    .evaluate((banner) => getComputedStyle(banner).color.match(/\d+/g)?.map(Number) ?? [])
    .then(([red = 0, green = 0, blue = 0]) => red > 1.5 * Math.max(green, blue));

test('somebody who forgot their password is mailed a link, chooses a new one and signs in with it', async ({
  page,
  product,
}) => {
  const { emailId } = { emailId: 'store.user@kestrelsports.com' };
  await page.goto(`${product.at(host)}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot Password');
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await expect(page).toHaveURL(/\/forgot-password\/email$/);
  await expect(page).toHaveTitle('Email');

  const email = page.getByRole('textbox', { name: 'Email' });
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await expect(page.getByText('Email is mandatory field')).toBeVisible();
  await email.fill('a@');
  await next.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await email.fill('');
  await email.pressSequentially('no body@kestrelsports.com');
  await expect(email).toHaveValue('nobody@kestrelsports.com');
  await next.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Entered email ID does not exist or is invalid, retry or contact the administrator',
  );

  await email.fill(emailId);
  await next.click();
  await expect(page.getByRole('status')).toContainText(
    'A password reset link has been generated and sent to your registered email.',
  );
  await expect(next).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  const link = await mailedLink(product, emailId);
  await page.goto(link);
  await expect(page).toHaveTitle('Reset Password');
  await expect(page).toHaveURL(/\/resetPassword\/-$/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);

  const { password, confirm, reset } = inputs(page);
  await password.fill('five5');
  await confirm.focus();
  await expect(page.getByText('Passwords must contain at least six characters')).toBeVisible();
  await password.fill(newPassword);
  await confirm.fill('something-else');
  await confirm.blur();
  await expect(page.getByText('Confirm password should be same as of password entered')).toBeVisible();
  await expect(reset).toBeDisabled();
  for (const [name, field] of [
    ['Show password', password],
    ['Show confirmation', confirm],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(field).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name }).click();
    await expect(field).toHaveAttribute('type', 'password');
  }
  await confirm.fill(newPassword);
  await reset.click();
  await expect(page.getByRole('status')).toHaveText(
    'Your password has been changed successfully. You can now log in with your new password.',
  );
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillAndSend(page, 'store.user', demoPassword);
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await fillAndSend(page, 'store.user', newPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
  await restore(product, 'store.user');
});

test('a recovery that fails without words shows nothing', async ({ page, product }) => {
  await page.route('**/user-management/validate-email-id', (route) =>
    route.fulfill({ status: 400, json: { message: 'Exception: Message: undefined', status: 400 } }),
  );
  await page.goto(`${product.at(host)}/forgot-password/email`);
  const logged = page.waitForEvent('console', (line) => line.text().includes('failed without words'));
  await page.getByRole('textbox', { name: 'Email' }).fill('store.user@kestrelsports.com');
  await page.getByRole('button', { name: 'Next' }).click();
  await logged;
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
});

test('the secret word leads straight to a new password, by user name or by address, and no mail is sent', async ({
  page,
  product,
}) => {
  const emailId = 'store.user@kestrelsports.com';
  const before = linksTo(product, emailId);
  const secret = page.getByRole('textbox', { name: 'Secret word' });
  const next = page.getByRole('button', { name: 'Next' });
  const name = page.getByRole('textbox', { name: 'Username' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await page.goto(`${product.at(host)}/forgot-password`);
  await page.getByRole('button', { name: 'Secret Word', exact: true }).click();
  await expect(page).toHaveTitle('Secret Word');
  await next.click();
  await expect(page.getByText('This field is required')).toHaveCount(2);
  await name.fill('a<b');
  await next.click();
  await expect(page.getByText('Invalid character used')).toBeVisible();
  const toggle = page.getByRole('switch', { name: 'Use my user name' });
  await toggle.click();
  await expect(name).toHaveCount(0);
  await email.fill('a@');
  await next.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await toggle.click();
  await expect(email).toHaveCount(0);

  await name.fill('store.user');
  await secret.fill('blackbird');
  await next.click();
  await expect(page.getByRole('alert')).toHaveText('The secret word does not match, or there is none for this user.');
  expect(await colours(page)).toBe(true);
  await secret.fill(word);
  await next.click();
  await expect(page).toHaveTitle('Reset Password');
  await expect(page).toHaveURL(/\/resetPassword\/-$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto(`${product.at(host)}/forgot-password/secret-word`);
  await toggle.click();
  await email.fill(emailId);
  await secret.fill(word);
  await next.click();
  await expect(page).toHaveTitle('Reset Password');
  await typeTwice(page, newPassword);
  await inputs(page).reset.click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed successfully.');
  expect(linksTo(product, emailId)).toBe(before);
  await restore(product, 'store.user');
});

test('a reset link that is unknown, older than another or used leads nowhere', async ({ page, product }) => {
  const expectRefused = async (token: string, words: string) => {
    await page.goto(`${product.at(host)}/resetPassword/${token}`);
    await expect(page.getByRole('alert')).toHaveText(words);
    expect(await colours(page)).toBe(true);
  };
  await expectRefused('unknown', 'This reset link is not valid. Ask for a new one.');
  const older = await tokenOf(product, 'store.user');
  const newer = await tokenOf(product, 'store.user');
  await page.goto(`${product.at(host)}/resetPassword/${older}`);
  await expect(page.getByRole('alert')).toContainText('This reset link');
  await page.goto(`${product.at(host)}/resetPassword/${newer}`);
  await typeTwice(page, newPassword);
  await inputs(page).reset.click();
  await expect(page.getByRole('status')).toBeVisible();
  await expectRefused(newer, 'This reset link has been used already. Ask for a new one.');
  await restore(product, 'store.user');
});

test('a reset link past its time leads nowhere', async ({ page, product }) => {
  const token = await tokenOf(product, 'store.user');
  await page.goto(`${product.at(host)}/resetPassword/${token}`);
  await expect(inputs(page).password).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await product.setClock('61 minutes');
  try {
    await page.goto(`${product.at(host)}/resetPassword/${token}`);
    await expect(page.getByRole('alert')).toContainText('This reset link');
    expect(await colours(page)).toBe(true);
  } finally {
    await product.setClock('0');
  }
});

test('a reset that fails says so in red, is logged, and leaves the old password as it is', async ({
  page,
  product,
}) => {
  await page.route('**/user-management/reset-password/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { message: 'CodeMismatchException: 400: The till is shut', status: 400 } })
      : route.continue(),
  );
  await page.goto(`${product.at(host)}/resetPassword/${await tokenOf(product, 'store.user')}`);
  await typeTwice(page, newPassword);
  const logged = page.waitForEvent('console', (line) => line.text().includes('The password was not reset'));
  await inputs(page).reset.click();
  await expect(page.getByRole('alert')).toHaveText('The till is shut');
  expect(await colours(page)).toBe(true);
  await logged;
  await page.goto(`${product.at(host)}/login`);
  await fillAndSend(page, 'store.user');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is reset with the keyboard alone', async ({ page, product }) => {
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto(`${product.at(host)}/login`);
  await expect(fields(page).name).toBeFocused();
  await press('Tab', 'Tab', 'Tab');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  await press('Enter');
  await page.getByRole('button', { name: 'Secret Word', exact: true }).focus();
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type('store.user');
  await press('Tab');
  await page.keyboard.type(word);
  await press('Enter');
  await expect(inputs(page).password).toBeFocused();
  await page.keyboard.type(newPassword);
  await press('Tab', 'Tab');
  await page.keyboard.type(newPassword);
  // nothing can be sent before the link is known to be good
  await expect(inputs(page).reset).toBeEnabled();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Back to login' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await restore(product, 'store.user');
});
