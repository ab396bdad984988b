import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';

/** The parts of the sign-in form. */
export const fields = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Username' }),
  password: page.getByRole('textbox', { name: 'Password' }),
  domain: page.getByRole('combobox', { name: 'Domain' }),
  login: page.getByRole('button', { name: 'Login' }),
});

/** Types a name and a password, and sends the form. */
export async function fillAndSend(page: Page, userName: string, password: string = demoPassword) {
  const { name, password: secret, login } = fields(page);
  await name.fill(userName);
  await secret.fill(password);
  await login.click();
}

/** Nothing stays in the browser beyond the page but the device's own settings. */
export const expectNothingKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)).catch(() => 'on the way to another page'))
    .toEqual(['APP_SETTING']);

/** What the browser keeps beyond the page. */
export const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
