import type { Page } from '@playwright/test';
import { signInFields, fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

test.use({ environment: { SECURITY_PROFILE: 'hardened' } });

const passphrase = 'nine geese over the harbour';
const typeInto = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name, exact: true }).pressSequentially(text);

test('with the hardened security profile a passphrase is set and typed with its spaces', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await fillAndSubmit(page, 'new.user');
  await expect(page.getByText(phrase('passwords.reset.minimumSpaces', { minimum: '15' }))).toBeVisible();
  await typeInto(page, 'Old password', 'Demo-portal-26');
  await typeInto(page, 'New password', passphrase);
  await typeInto(page, 'Confirm password', passphrase);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('link', { name: 'Login' }).click();

  await signInFields(page).name.pressSequentially('new. user');
  await expect(signInFields(page).name).toHaveValue('new.user');
  await signInFields(page).password.pressSequentially(passphrase);
  await signInFields(page).login.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});
