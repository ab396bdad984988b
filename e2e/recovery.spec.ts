import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import type { Product } from './product.ts';
import { signInFields, fillAndSubmit } from './sign-in-form.ts';
import { account, expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const newPassword = 'Another-portal-27';
const host = 'kestrel.localhost';
const demoSecretWord = 'bluebird';

type Mail = { id: string; to: string; links: string[] };

/** The latest reset link mailed to a user. */
async function waitForResetLink(product: Product, to: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { body } = await product.request({ host, path: '/dev/mail' });
      const mails = (body as { result: Mail[] }).result.filter((mail) => mail.to.includes(to));
      link = mails[0]?.links.find((address) => address.includes('/resetPassword/'));
      return link;
    })
    .toBeDefined();
  return String(link);
}

/** Number of reset links mailed to a user. */
const countResetLinks = async (product: Product, to: string) =>
  (await product.mails(to)).filter(({ links }) => links.some((link) => link.includes('/resetPassword/'))).length;

/** Requests a reset token with the secret word through the API. */
async function requestResetToken(product: Product, username: string): Promise<string> {
  const body = { username, domainName: account('store.user').domain, secretWord: demoSecretWord };
  const response = await product.request({ host, method: 'POST', path: '/user-management/validate-email-id', body });
  return (response.body as { result: { resetToken: string } }).result.resetToken;
}

/** Resets a user's password to the demo password for the following tests. */
async function resetToDemoPassword(product: Product, username: string) {
  const path = `/user-management/reset-password/${await requestResetToken(product, username)}`;
  const body = { password: demoPassword, confirmPassword: demoPassword };
  expect((await product.request({ host, method: 'PUT', path, body })).status).toBe(200);
}

const resetForm = (page: Page) => ({
  password: page.getByRole('textbox', { name: 'Password', exact: true }),
  confirm: page.getByRole('textbox', { name: 'Confirm password' }),
  reset: page.getByRole('button', { name: 'Reset password' }),
});

async function typeNewPassword(page: Page, password: string) {
  await resetForm(page).password.fill(password);
  await resetForm(page).confirm.fill(password);
}

const isErrorRed = (page: Page) =>
  page
    .getByRole('alert')
    .evaluate((banner) => getComputedStyle(banner).color.match(/\d+/g)?.map(Number) ?? [])
    .then(([red = 0, green = 0, blue = 0]) => red > 1.5 * Math.max(green, blue));

test('a user who forgot the password receives a link by mail, chooses a new one and signs in with it', async ({
  page,
  product,
}) => {
  const emailId = 'store.user@kestrelsports.com';
  await page.goto(`${product.urlOf(host)}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveTitle('Forgot Password');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Secret Word', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await expect(page).toHaveURL(/\/forgot-password\/email$/);
  await expect(page).toHaveTitle('Email');

  const email = page.getByRole('textbox', { name: 'Email' });
  const nextButton = page.getByRole('button', { name: 'Next' });
  await nextButton.click();
  await expect(page.getByText('Email is mandatory field')).toBeVisible();
  await email.fill('a@');
  await nextButton.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await email.fill('');
  await email.pressSequentially('no body@kestrelsports.com');
  await expect(email).toHaveValue('nobody@kestrelsports.com');
  await nextButton.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Entered email ID does not exist or is invalid, retry or contact the administrator',
  );

  await email.fill(emailId);
  await nextButton.click();
  await expect(page.getByRole('status')).toContainText(
    'A password reset link has been generated and sent to your registered email. Please contact your administrator if you do not receive it.',
  );
  await expect(nextButton).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

  const link = await waitForResetLink(product, emailId);
  await page.goto(link);
  await expect(page).toHaveTitle('Reset Password');
  await expect(page).toHaveURL(link);
  await page.reload();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);

  const { password, confirm, reset } = resetForm(page);
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
  await fillAndSubmit(page, 'store.user', demoPassword);
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await fillAndSubmit(page, 'store.user', newPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
  await resetToDemoPassword(product, 'store.user');
});

test('a failed recovery without error text shows nothing', async ({ page, product }) => {
  await page.route('**/user-management/validate-email-id', (route) =>
    route.fulfill({ status: 400, json: { message: 'Exception: Message: undefined', status: 400 } }),
  );
  await page.goto(`${product.urlOf(host)}/forgot-password/email`);
  const logMessage = page.waitForEvent('console', (message) =>
    message.text().includes('failed without an error message'),
  );
  await page.getByRole('textbox', { name: 'Email' }).fill('store.user@kestrelsports.com');
  await page.getByRole('button', { name: 'Next' }).click();
  await logMessage;
  await expect(page.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
});

test('the secret word opens the form for a new password, by user name or e-mail address, without a mail', async ({
  page,
  product,
}) => {
  const emailId = 'store.user@kestrelsports.com';
  const linkCountBefore = await countResetLinks(product, emailId);
  const secretWord = page.getByRole('textbox', { name: 'Secret word' });
  const nextButton = page.getByRole('button', { name: 'Next' });
  const name = page.getByRole('textbox', { name: 'Username' });
  const email = page.getByRole('textbox', { name: 'Email' });
  await page.goto(`${product.urlOf(host)}/forgot-password`);
  await page.getByRole('button', { name: 'Secret Word', exact: true }).click();
  await expect(page).toHaveTitle('Secret Word');
  await nextButton.click();
  await expect(page.getByText(phrase('errors.field.required'))).toHaveCount(2);
  await name.fill('a<b');
  await nextButton.click();
  await expect(page.getByText('Invalid character used')).toBeVisible();
  const userNameSwitch = page.getByRole('switch', { name: 'Use my username' });
  await userNameSwitch.click();
  await expect(name).toHaveCount(0);
  await nextButton.click();
  await expect(page.getByText('Email is mandatory field')).toBeVisible();
  await email.fill('a@');
  await nextButton.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await userNameSwitch.click();
  await expect(email).toHaveCount(0);

  await name.fill('store.user');
  await secretWord.fill('blackbird');
  await nextButton.click();
  await expect(page.getByRole('alert')).toHaveText(phrase('errors.recovery.wordWrong'));
  expect(await isErrorRed(page)).toBe(true);
  await secretWord.fill(demoSecretWord);
  await nextButton.click();
  await expect(page).toHaveTitle('Reset Password');
  await expect(page).toHaveURL(/\/resetPassword\/[\w-]{43}$/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto(`${product.urlOf(host)}/forgot-password/secret-word`);
  await userNameSwitch.click();
  await email.fill(emailId);
  await secretWord.fill(demoSecretWord);
  await nextButton.click();
  await expect(page).toHaveTitle('Reset Password');
  await typeNewPassword(page, newPassword);
  await resetForm(page).reset.click();
  await expect(page.getByRole('status')).toContainText('Your password has been changed successfully.');
  expect(await countResetLinks(product, emailId)).toBe(linkCountBefore);
  await resetToDemoPassword(product, 'store.user');
});

test('an unknown, superseded or used reset link is rejected', async ({ page, product }) => {
  const expectRejected = async (token: string, text: string) => {
    await page.goto(`${product.urlOf(host)}/resetPassword/${token}`);
    await expect(page.getByRole('alert')).toHaveText(text);
    expect(await isErrorRed(page)).toBe(true);
  };
  await expectRejected('unknown', phrase('errors.recovery.linkUnknown'));
  const supersededToken = await requestResetToken(product, 'store.user');
  const currentToken = await requestResetToken(product, 'store.user');
  await page.goto(`${product.urlOf(host)}/resetPassword/${supersededToken}`);
  await expect(page.getByRole('alert')).toContainText('This reset link');
  await page.goto(`${product.urlOf(host)}/resetPassword/${currentToken}`);
  await typeNewPassword(page, newPassword);
  await resetForm(page).reset.click();
  await expect(page.getByRole('status')).toBeVisible();
  await expectRejected(currentToken, phrase('errors.recovery.linkUsed'));
  await resetToDemoPassword(product, 'store.user');
});

test('an expired reset link is rejected', async ({ page, product }) => {
  const token = await requestResetToken(product, 'store.user');
  await page.goto(`${product.urlOf(host)}/resetPassword/${token}`);
  await expect(resetForm(page).password).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await product.setClock('61 minutes');
  try {
    await page.goto(`${product.urlOf(host)}/resetPassword/${token}`);
    await expect(page.getByRole('alert')).toContainText('This reset link');
    expect(await isErrorRed(page)).toBe(true);
  } finally {
    await product.setClock('0');
  }
});

test('a failed reset shows an error in red, is logged, and keeps the old password', async ({ page, product }) => {
  await page.route('**/user-management/reset-password/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { message: 'CodeMismatchException: 400: The till is shut', status: 400 } })
      : route.continue(),
  );
  await page.goto(`${product.urlOf(host)}/resetPassword/${await requestResetToken(product, 'store.user')}`);
  await typeNewPassword(page, newPassword);
  const logMessage = page.waitForEvent('console', (message) => message.text().includes('The password was not reset'));
  await resetForm(page).reset.click();
  await expect(page.getByRole('alert')).toHaveText('The till is shut');
  expect(await isErrorRed(page)).toBe(true);
  await logMessage;
  await page.goto(`${product.urlOf(host)}/login`);
  await fillAndSubmit(page, 'store.user');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is reset with the keyboard only', async ({ page, product }) => {
  const press = (...keys: string[]) =>
    keys.reduce((previous, key) => previous.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto(`${product.urlOf(host)}/login`);
  await expect(signInFields(page).name).toBeFocused();
  await press('Tab', 'Tab', 'Tab');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  await press('Enter');
  await page.getByRole('button', { name: 'Secret Word', exact: true }).focus();
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type('store.user');
  await press('Tab');
  await page.keyboard.type(demoSecretWord);
  await press('Enter');
  await expect(resetForm(page).password).toBeFocused();
  await page.keyboard.type(newPassword);
  await press('Tab', 'Tab');
  await page.keyboard.type(newPassword);
  // the form is disabled until the link is validated
  await expect(resetForm(page).reset).toBeEnabled();
  await press('Enter');
  await expect(page.getByRole('button', { name: 'Back to login' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await resetToDemoPassword(product, 'store.user');
});
