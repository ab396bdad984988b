import type { Page } from '@playwright/test';
import { fields, fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

test.use({ environment: { SECURITY_PROFILE: 'hardened' } });

const sentence = 'nine geese over the harbour';
const type = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name, exact: true }).pressSequentially(text);

test('where the installation is hardened, a password is a sentence: it is chosen and typed with its spaces', async ({
  page,
  product,
}) => {
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  await fillAndSend(page, 'new.user');
  await expect(page.getByText('At least 15 characters')).toBeVisible();
  await type(page, 'Old password', 'Demo-portal-26');
  await type(page, 'New password', sentence);
  await type(page, 'Confirm password', sentence);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('link', { name: 'Login' }).click();

  await fields(page).name.pressSequentially('new. user');
  await expect(fields(page).name).toHaveValue('new.user');
  await fields(page).password.pressSequentially(sentence);
  await fields(page).login.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});
