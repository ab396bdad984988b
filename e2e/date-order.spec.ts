import { type AccountName, expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

test('an organisation chooses the order of dates, and a company below it another one', async ({ openAs, page }) => {
  const chooseOrder = async (name: AccountName, nodeName: string, order: string) => {
    await openAs(name, '/structure/hierarchy');
    await page.getByRole('treeitem', { name: new RegExp(`^${nodeName}`) }).click();
    await expect(page.getByRole('heading', { level: 2, name: nodeName })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('tab', { name: 'Configuration' }).click();
    await page.getByRole('button', { name: 'Dates', exact: true }).click();
    await page.getByRole('button', { name: 'Date order: Set here' }).click();
    await page.getByRole('combobox', { name: 'Date order' }).click();
    await page.getByRole('option', { name: order }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(phrase('settings.saved.now', { name: nodeName })).first()).toBeVisible();
  };
  const expectOrder = async (name: AccountName, pattern: string, written: RegExp, [noDay, day]: [string, string]) => {
    await openAs(name, '/profile');
    const dateOfBirth = page.getByLabel('Date of birth optional');
    await expect(dateOfBirth).toHaveAttribute('placeholder', pattern);
    await dateOfBirth.fill(noDay);
    await dateOfBirth.blur();
    await expect(page.getByText(phrase('ui.date.invalid', { pattern }))).toBeVisible();
    await dateOfBirth.fill(day);
    const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/profile'));
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect((await request).postDataJSON()).toMatchObject({ dateOfBirth: '1990-12-31' });
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.goto(`${new URL(page.url()).origin}/audit-trail`);
    await expect(page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(1)).toContainText(written);
  };
  await chooseOrder('org.admin', 'Kestrel Sports', 'Month first (MM/DD/YYYY)');
  await chooseOrder('company.admin', 'Kestrel UK', 'Day first (DD/MM/YYYY)');
  await expectOrder('org.admin', 'MM/DD/YYYY', /\p{L}+ \d+, 20\d\d/u, ['31/12/1990', '12/31/1990']);
  await expectOrder('company.admin', 'DD/MM/YYYY', /\d+ \p{L}+ 20\d\d/u, ['12/31/1990', '31/12/1990']);
});

test('a saved order of dates shows at once, without loading the portal again', async ({ openAs }) => {
  const page = await openAs('org.admin of bramble', '/structure/hierarchy');
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  await page.getByRole('button', { name: 'Date order: Set here' }).click();
  await page.getByRole('combobox', { name: 'Date order' }).click();
  await page.getByRole('option', { name: 'Month first (MM/DD/YYYY)' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Bramble Toys' })).first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isLoadedOnce: true }));
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByLabel('Date of birth optional')).toHaveAttribute('placeholder', 'MM/DD/YYYY');
  expect(await page.evaluate(() => 'isLoadedOnce' in window)).toBe(true);
});
