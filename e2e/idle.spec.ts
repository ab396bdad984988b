import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { passTimeUntilRenewal, moveMouse } from './user-activity.ts';
import { signInFields, fillAndSubmit, storageKeys } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'You have been Idle!' });

async function signInAt(page: Page, origin: string, name: string, path = '/dashboard') {
  await page.clock.install();
  await page.goto(origin + path);
  await fillAndSubmit(page, name);
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
}

test('after forty minutes a warning counts down; a mouse movement closes it and the session continues', async ({
  page,
  product,
}) => {
  await signInAt(page, product.urlOf('kestrel.localhost'), 'store.manager');
  await moveMouse(page);
  await page.clock.fastForward('39:50');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toHaveText(/You will time out in [45] minutes and \d+ seconds!/);
  expect(await warning(page).boundingBox()).toMatchObject({ x: (1440 - 350) / 2, width: 350 });
  await expectAccessible(page, 'the idle warning');
  // the end of the countdown by the clock of the page, which also runs while the test waits
  const readEnd = async () => {
    const { text, now } = await warning(page).evaluate(({ textContent: text }) => ({ text, now: Date.now() }));
    const [, minutes, seconds] = /in (\d+) minutes and (\d+) seconds!/.exec(text ?? '') ?? [];
    return { text, seconds: Number(minutes) * 60 + Number(seconds) + now / 1000 };
  };
  const before = await readEnd();
  await page.clock.runFor(3000);
  const after = await readEnd();
  expect(after.text).not.toBe(before.text);
  expect(Math.abs(after.seconds - before.seconds)).toBeLessThan(2);
  await moveMouse(page);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward('10:00');
  await expect(warning(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await storageKeys(page)).toContain('SESSION');
});

test('when the countdown ends the user is signed out, the token is removed, and the idle timer stops', async ({
  page,
  product,
}) => {
  await signInAt(page, product.urlOf('kestrel.localhost'), 'store.manager');
  const logoutRequest = page.waitForRequest('**/user-management/logout');
  await moveMouse(page);
  await page.clock.fastForward('40:05');
  await expect(warning(page)).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(/\/login$/);
  await logoutRequest;
  await expect(signInFields(page).login).toBeVisible();
  expect(await storageKeys(page)).toEqual(['APP_SETTING']);
  await page.clock.fastForward('02:00:00');
  await expect(warning(page)).toHaveCount(0);
  await expect(signInFields(page).login).toBeVisible();
});

test('a store with an idle time of its own warns its users after that time', async ({ page, product, tokensFor }) => {
  const host = 'kestrel.localhost';
  const { accessToken: token } = await tokensFor('org.admin');
  const setIdleTime = (value: string | null) =>
    product.request({
      host,
      method: 'PUT',
      path: `/node-management/node/${storeId}/settings/nodeConfig`,
      token,
      body: { fields: { autoLogoutDuration: value && { value, mode: 'free' } } },
    });
  const search = await product.request({ host, path: '/node-management/node/search?search=UK-101', token });
  const storeId = search.body.result[0].nodeId as string;
  expect((await setIdleTime('00:10:00')).status).toBe(200);
  await signInAt(page, product.urlOf(host), 'store.manager');
  await page.waitForFunction(() => localStorage.getItem('CONFIGURATION')?.includes('currentUserTheme'));
  await moveMouse(page);
  await page.clock.fastForward('09:50');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(warning(page)).toBeVisible();
  expect((await setIdleTime(null)).status).toBe(200);
});

test('typing, scrolling and activity in another tab reset the idle timer', async ({ page, product }) => {
  await signInAt(page, product.urlOf('kestrel.localhost'), 'company.admin', '/users');
  const idlePage = await page.context().newPage();
  await idlePage.goto(`${product.urlOf('kestrel.localhost')}/structure/hierarchy`);
  await expect(idlePage.getByRole('treeitem', { name: /Kestrel UK/ })).toBeVisible();
  for (const act of [() => page.keyboard.press('Shift'), () => page.mouse.wheel(0, 40)]) {
    await page.clock.fastForward('41:00');
    await expect(warning(page)).toBeVisible();
    await expect(warning(idlePage)).toBeVisible();
    await act();
    await expect(warning(page)).toHaveCount(0);
    await expect(warning(idlePage)).toHaveCount(0);
    await passTimeUntilRenewal(page, '16:00');
    await act();
  }
});

test('drafts survive an idle sign-out for their owner only, and never a deliberate logout', async ({
  page,
  product,
}) => {
  const origin = product.urlOf('kestrel.localhost');
  await signInAt(page, origin, 'company.admin', '/users?search=store.manager');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const previousPhone = await phone.inputValue();
  await phone.fill('+44 113 496 0999');
  await expect(page.getByText(/Draft saved on this device, \d\d:\d\d/)).toBeVisible();
  await page.clock.fastForward('41:00');
  await expect(warning(page)).toContainText('If you time out, your 1 unsaved change is kept as a draft.');
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('0999');

  await fillAndSubmit(page, 'company.admin');
  await expect(page).toHaveURL(/\/user\/[\w-]+\/edit$/);
  const draftNotice = page.getByRole('status').filter({ hasText: /Unsaved changes from \d\d:\d\d are available/ });
  await expect(phone).toHaveValue(previousPhone);
  await draftNotice.getByRole('button', { name: 'Restore' }).click();
  await expect(phone).toHaveValue('+44 113 496 0999');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect(draftNotice).toHaveCount(0);

  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await countDrafts(page)).toBe(0);
});

const countDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const openRequest = indexedDB.open('storeward', 1);
        openRequest.addEventListener('error', () => reject(new Error('The drafts database could not be opened')));
        openRequest.addEventListener('success', () => {
          const countRequest = openRequest.result.transaction('drafts').objectStore('drafts').count();
          countRequest.addEventListener('success', () => resolve(countRequest.result));
        });
      }),
  );
