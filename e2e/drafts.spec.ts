import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const hour = 60 * 60 * 1000;

/** Leaves what somebody has typed on this device, so many hours ago. */
const leave = (page: Page, person: string, hoursAgo: number) =>
  page.evaluate(
    (row) =>
      new Promise<void>((done, failed) => {
        const opening = indexedDB.open('storeward', 1);
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('drafts', { keyPath: 'key' }));
        opening.addEventListener('error', () => failed(new Error('no drafts')));
        opening.addEventListener('success', () => {
          const put = opening.result.transaction('drafts', 'readwrite').objectStore('drafts').put(row);
          put.addEventListener('success', () => {
            opening.result.close();
            done();
          });
        });
      }),
    { key: `${person} ${hoursAgo}`, person, values: { phoneNumber: '+44' }, at: Date.now() - hoursAgo * hour },
  );

/** What lies on this device, typed and not saved. */
const left = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((told, failed) => {
        const opening = indexedDB.open('storeward', 1);
        opening.addEventListener('error', () => failed(new Error('no drafts')));
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('drafts').objectStore('drafts').getAllKeys();
          keys.addEventListener('success', () => {
            opening.result.close();
            told(keys.result);
          });
        });
      }),
  );

const ownId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('AUTH') ?? '{}') as { user: { id: string } }).user.id);

test('what was typed more than a day ago is gone as soon as any page opens, whoever typed it', async ({
  enter,
  product,
}) => {
  const page = await enter('store.manager');
  for (const path of ['/profile', '/login']) {
    await leave(page, 'somebody', 25);
    await leave(page, 'somebody', 23);
    if (path === '/login') await page.evaluate(() => localStorage.clear());
    await page.goto(product.at('kestrel.localhost') + path);
    await expect.poll(() => left(page)).toEqual(['somebody 23']);
  }
});

test('whoever leaves by a reset link leaves nothing typed behind', async ({ enter, product }) => {
  const page = await enter('store.manager');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await leave(page, await ownId(page), 1);
  await leave(page, 'somebody', 1);
  // nobody can say whether this link is good, so the form is there
  await page.route('**/reset-password/validation/*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${product.at('kestrel.localhost')}/resetPassword/any`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => left(page)).toEqual(['somebody 1']);
});
