import { expect, type Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';

/** Locators of the sign-in form. */
export const signInFields = (page: Page) => ({
  name: page.getByRole('textbox', { name: 'Username' }),
  password: page.getByRole('textbox', { name: 'Password' }),
  domain: page.getByRole('combobox', { name: 'Domain' }),
  login: page.getByRole('button', { name: 'Login' }),
});

export async function fillAndSubmit(page: Page, userName: string, password: string = demoPassword) {
  const { name, password: passwordField, login } = signInFields(page);
  await name.fill(userName);
  await passwordField.fill(password);
  await login.click();
}

/** Expects that only the device settings remain in localStorage. */
export const expectEmptyStorage = (page: Page) =>
  expect.poll(() => page.evaluate(() => Object.keys(localStorage)).catch(() => 'navigating')).toEqual(['APP_SETTING']);

/** Keys in localStorage, sorted. */
export const storageKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
