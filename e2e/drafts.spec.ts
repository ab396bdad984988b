import type { Page } from '@playwright/test';
import { openModules } from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing } from '../web/test/phrase.ts';

const hourMs = 60 * 60 * 1000;

/** Stores a draft on this device with an age in hours. */
const storeDraft = (page: Page, owner: string, hoursAgo: number) =>
  page.evaluate(
    (draft) =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open('storeward', 1);
        openRequest.addEventListener('upgradeneeded', () =>
          openRequest.result.createObjectStore('drafts', { keyPath: 'key' }),
        );
        openRequest.addEventListener('error', () => reject(new Error('The drafts database could not be opened')));
        openRequest.addEventListener('success', () => {
          const putRequest = openRequest.result.transaction('drafts', 'readwrite').objectStore('drafts').put(draft);
          putRequest.addEventListener('success', () => {
            openRequest.result.close();
            resolve();
          });
        });
      }),
    { key: `${owner} ${hoursAgo}`, person: owner, values: { phoneNumber: '+44' }, at: Date.now() - hoursAgo * hourMs },
  );

/** Drafts stored on this device. */
const readDraftKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const openRequest = indexedDB.open('storeward', 1);
        openRequest.addEventListener('error', () => reject(new Error('The drafts database could not be opened')));
        openRequest.addEventListener('success', () => {
          const keysRequest = openRequest.result.transaction('drafts').objectStore('drafts').getAllKeys();
          keysRequest.addEventListener('success', () => {
            openRequest.result.close();
            resolve(keysRequest.result);
          });
        });
      }),
  );

const ownId = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('AUTH') ?? '{}') as { user: { id: string } }).user.id);

test('drafts older than a day of any user are deleted when any page opens', async ({ openAs, product }) => {
  const page = await openAs('store.manager');
  const origin = product.urlOf('kestrel.localhost');
  for (const path of ['/profile', '/login']) {
    // an open screen would delete a draft by itself, and go to the sign-in page when its session vanishes
    await page.goto(`${origin}/health/live`);
    await storeDraft(page, 'somebody', 25);
    await storeDraft(page, 'somebody', 23);
    if (path === '/login') await page.evaluate(() => localStorage.clear());
    await page.goto(origin + path);
    await expect.poll(() => readDraftKeys(page)).toEqual(['somebody 23']);
  }
});

test('leaving through a reset link deletes the user’s own drafts', async ({ openAs, product }) => {
  const page = await openAs('store.manager');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await storeDraft(page, await ownId(page), 1);
  await storeDraft(page, 'somebody', 1);
  // the link cannot be validated, so the form is shown
  await page.route('**/reset-password/validation/*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${product.urlOf('kestrel.localhost')}/resetPassword/any`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => readDraftKeys(page)).toEqual(['somebody 1']);
});

test('the offer of a draft is in view at the section that the address opens', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  page.on('dialog', (dialog) => void dialog.accept());
  await openModules(page);
  await page.getByRole('textbox', { name: 'Display name' }).fill('Basket of Kestrel');
  await expect(page.getByText(containing('ui.draft.note'))).toBeVisible();
  const index = page.getByRole('navigation', { name: 'Sections' });
  await index.getByRole('button', { name: 'Salesforce' }).click();
  await expect(page).toHaveURL(/section=/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Salesforce' })).toBeInViewport();
  const offer = page.getByRole('status').filter({ hasText: /Unsaved changes from \d\d:\d\d are available/ });
  await expect(offer).toBeInViewport({ ratio: 1 });
  await offer.getByRole('button', { name: 'Discard' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('form')).toBeFocused();
});
