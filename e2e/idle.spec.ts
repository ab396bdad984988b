import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { stayOn, stir } from './person.ts';
import { fields, fillAndSend, kept } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const warning = (page: Page) => page.getByRole('dialog', { name: 'You have been Idle!' });

async function signInAt(page: Page, origin: string, name: string, path = '/dashboard') {
  await page.clock.install();
  await page.goto(origin + path);
  await fillAndSend(page, name);
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible();
}

test('after forty minutes a warning counts down; a movement of the mouse closes it and the session goes on', async ({
  page,
  product,
}) => {
  await signInAt(page, product.at('kestrel.localhost'), 'store.manager');
  await stir(page);
  await page.clock.fastForward('39:50');
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toHaveText(/You will time out in [45] minutes and \d+ seconds!/);
  expect(await warning(page).boundingBox()).toMatchObject({ x: (1440 - 350) / 2, width: 350 });
  await expectAccessible(page, 'the idle warning');
  const shown = async () => {
    const [, minutes, seconds] = /in (\d+) minutes and (\d+) seconds!/.exec(await warning(page).innerText()) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  const before = await shown();
  await page.clock.runFor(3000);
  const after = await shown();
  expect(before - after).toBeGreaterThanOrEqual(3);
  expect(before - after).toBeLessThan(20);
  await stir(page);
  await expect(warning(page)).toHaveCount(0);
  await page.clock.fastForward('10:00');
  await expect(warning(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(await kept(page)).toContain('SESSION');
});

test('when the countdown ends the person is signed out, the token is removed, and watching stops', async ({
  page,
  product,
}) => {
  await signInAt(page, product.at('kestrel.localhost'), 'store.manager');
  const left = page.waitForRequest('**/user-management/logout');
  await stir(page);
  await page.clock.fastForward('40:05');
  await expect(warning(page)).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(/\/login$/);
  await left;
  await expect(fields(page).login).toBeVisible();
  expect(await kept(page)).toEqual(['APP_SETTING']);
  await page.clock.fastForward('02:00:00');
  await expect(warning(page)).toHaveCount(0);
  await expect(fields(page).login).toBeVisible();
});

test('who types or scrolls is there, and so is who does it in another tab', async ({ page, product }) => {
  await signInAt(page, product.at('kestrel.localhost'), 'company.admin', '/users');
  const quiet = await page.context().newPage();
  await quiet.goto(`${product.at('kestrel.localhost')}/structure/hierarchy`);
  await expect(quiet.getByRole('treeitem', { name: /Kestrel UK/ })).toBeVisible();
  for (const act of [() => page.keyboard.press('Shift'), () => page.mouse.wheel(0, 40)]) {
    await page.clock.fastForward('41:00');
    await expect(warning(page)).toBeVisible();
    await expect(warning(quiet)).toBeVisible();
    await act();
    await expect(warning(page)).toHaveCount(0);
    await expect(warning(quiet)).toHaveCount(0);
    await stayOn(page, '16:00');
    await act();
  }
});

test('what was typed outlives an end by idling, for its owner alone, and never a logout that was meant', async ({
  page,
  product,
}) => {
  const origin = product.at('kestrel.localhost');
  await signInAt(page, origin, 'company.admin', '/users?search=store.manager');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const was = await phone.inputValue();
  await phone.fill('+44 113 496 0999');
  await expect(page.getByText(/Draft kept on this device, \d\d:\d\d/)).toBeVisible();
  await page.clock.fastForward('41:00');
  await expect(warning(page)).toContainText('If you time out, your 1 unsaved change is kept as a draft.');
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('0999');

  await fillAndSend(page, 'company.admin');
  await expect(page).toHaveURL(/\/user\/[\w-]+\/edit$/);
  const line = page.getByRole('status').filter({ hasText: /Unsaved changes from \d\d:\d\d were kept/ });
  await expect(phone).toHaveValue(was);
  await line.getByRole('button', { name: 'Restore' }).click();
  await expect(phone).toHaveValue('+44 113 496 0999');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await expect(line).toHaveCount(0);

  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await drafts(page)).toBe(0);
});

const drafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((told, failed) => {
        const opening = indexedDB.open('storeward', 1);
        opening.addEventListener('error', () => failed(new Error('no drafts')));
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('drafts').objectStore('drafts').count();
          count.addEventListener('success', () => told(count.result));
        });
      }),
  );
