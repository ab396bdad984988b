import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const newAddress = 'anna.new@mail.example';
const notice = (page: Page) => page.getByText(newAddress);

test('an address that an administrator enters waits for its owner, who sees it on every screen and objects', async ({
  openAs,
  page,
  product,
}) => {
  const admin = await openAs('org.admin', '/users?search=subgroup.manager%40');
  await admin.getByRole('row').nth(1).getByRole('link').first().click();
  await admin.getByRole('link', { name: 'Edit' }).click();
  const secretWord = admin.getByRole('button', { name: 'Remove: Secret word' });
  await expect(secretWord).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Replace: Secret word' })).toHaveCount(0);
  await admin.getByRole('textbox', { name: 'Email' }).fill(newAddress);
  await admin.getByRole('button', { name: 'Save changes' }).click();
  await expect(notice(admin)).toContainText(containing('users.pendingEmail.waiting'));

  const findLink = async () =>
    (await product.mails(newAddress)).flatMap(({ links }) => links).find((url) => url.includes('/confirmEmail/'));
  await expect.poll(findLink).toBeDefined();
  const link = await findLink();
  await page.goto(String(link));
  await expect(page.getByText(phrase('passwords.confirmEmail.text', { address: newAddress }))).toBeVisible();
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByRole('status')).toContainText(containing('passwords.confirmEmail.confirmed'));
  await page.goto(String(link));
  await expect(page.getByRole('alert')).toHaveText(phrase('errors.emailLink.expired'));

  const owner = await openAs('subgroup.manager');
  await owner
    .getByRole('region', { name: phrase('app.pendingEmail.label') })
    .getByRole('link', { name: 'Review' })
    .click();
  await expect(notice(owner)).toContainText(containing('profile.pendingEmail.otherFrom'));
  await owner.getByRole('button', { name: 'Object' }).click();
  await expect(owner.getByRole('status').filter({ hasText: 'was withdrawn' })).toBeVisible();
  await expect(owner.getByRole('region', { name: phrase('app.pendingEmail.label') })).toHaveCount(0);
  await expect(owner.getByText('If you do nothing')).toHaveCount(0);
});
