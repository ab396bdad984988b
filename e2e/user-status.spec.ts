import type { Browser, Page } from '@playwright/test';
import type { Product } from './product.ts';
import { fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).locator('tbody tr:not([aria-hidden])');
const names = (page: Page) => rows(page).locator('td:first-child');

/** The page in which somebody else stands before the sign-in form, in a browser of their own. */
async function atSignIn(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.at('kestrel.localhost')}/login`);
  return page;
}

/** A refusal stands there in red. */
async function saysInRed(page: Page, words: string) {
  const notice = page.getByRole('alert').filter({ hasText: words });
  await expect(notice).toHaveText(words);
  const [red = 0, green = 0, blue = 0] = await notice
    .locator('p')
    .evaluate((line) => getComputedStyle(line).color.match(/\d+/g)?.map(Number) ?? []);
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
}

test('somebody locked out by wrong tries is marked in the list, and unlocked from there', async ({
  enter,
  product,
  browser,
}) => {
  const wrong = { username: 'store.user@kestrelsports.com', password: 'not-the-one', domainName: 'kestrel.localhost' };
  const body = Object.fromEntries(Object.entries(wrong).map(([field, word]) => [field, btoa(word)]));
  for (let tries = 0; tries < 10; tries += 1)
    await product.ask({ host: 'kestrel.localhost', method: 'POST', path: '/user-management/login', body });
  const theirs = await atSignIn(browser, product);
  await fillAndSend(theirs, 'store.user');
  await saysInRed(theirs, 'User Lock! Please contact Administrator');

  const page = await enter('org.admin', '/users?search=store.user');
  const row = rows(page).first();
  await expect(row).toContainText(/Enabled\s*Locked/);
  await row.hover();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Unlock' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The wrong tries are forgotten, so they can sign in again at once.');
  await dialog.getByRole('button', { name: 'Unlock user' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).not.toContainText('Locked');
  // the list shows it ahead of the answer; what is told is done
  await expect(page.getByText('Tamsin Ollerenshaw is unlocked')).toBeVisible();
  await page.reload();
  await expect(rows(page).first()).not.toContainText('Locked');

  await fillAndSend(theirs, 'store.user');
  await expect(theirs).toHaveURL(/\/dashboard$/);
  await theirs.context().close();
});

test('somebody who is disabled is shut out at once, and let in again when enabled', async ({
  enter,
  product,
  browser,
}) => {
  const theirs = await atSignIn(browser, product);
  await fillAndSend(theirs, 'subgroup.manager');
  await expect(theirs).toHaveURL(/\/dashboard$/);

  const page = await enter('org.admin', '/users?search=subgroup.manager');
  await names(page).first().getByRole('link').click();
  await page.getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('All open sessions end at once');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Disable user' }).click();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('StatusDisabled');

  await theirs.getByRole('link', { name: 'User List' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await fillAndSend(theirs, 'subgroup.manager');
  await saysInRed(theirs, 'You are not allowed to logged in, please contact system admin');

  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable user' }).click();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('StatusEnabled');
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();
  await fillAndSend(theirs, 'subgroup.manager');
  await expect(theirs).toHaveURL(/\/users$/);
  await expect(rows(theirs)).toHaveCount(10);
  await theirs.context().close();
});

test('somebody whose sessions are ended has to sign in again, and the list and their page both offer that', async ({
  enter,
  product,
  browser,
}) => {
  const theirs = await atSignIn(browser, product);
  await fillAndSend(theirs, 'subgroup.manager');
  await expect(theirs).toHaveURL(/\/dashboard$/);

  const page = await enter('org.admin', '/users?search=subgroup.manager');
  const row = rows(page).first();
  await row.hover();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'End sessions' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('unsaved work is lost and they have to sign in again');
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText(/^\d+ sessions? of .+ (has|have) ended$/)).toBeVisible();

  await theirs.getByRole('link', { name: 'User List' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await fillAndSend(theirs, 'subgroup.manager');
  await expect(theirs).toHaveURL(/\/users$/);

  await names(page).first().getByRole('link').click();
  await page.getByRole('button', { name: 'End sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText(/^1 session of .+ has ended$/)).toBeVisible();
  await theirs.context().close();
});

test('nobody is offered to disable their own account', async ({ enter }) => {
  const page = await enter('org.admin', '/users?search=org.admin');
  const row = rows(page).first();
  await row.hover();
  await row.getByRole('button').click();
  await expect(page.getByRole('menuitem')).toHaveText(['View', 'Edit']);
  await page.getByRole('menuitem', { name: 'View' }).click();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Enable|Disable|Unlock)$/ })).toHaveCount(0);
});
