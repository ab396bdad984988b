import type { Page, Route } from '@playwright/test';
import { signInFields, storageKeys } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const userListUrl = /\/user-management\/users\?/;
const userRows = (page: Page) => page.getByRole('table', { name: 'User List' }).getByRole('row');
const errorNotices = (page: Page) => page.getByRole('alert').filter({ hasText: /^Error/ });
const errorResponse = (status: number, message: string, messageCode: string) => ({
  status,
  json: { status, message, messageCode },
});

/** Replaces the responses of the first requests to a URL, and counts all of them. */
async function mockFirstResponses(page: Page, url: RegExp, ...responses: ((route: Route) => Promise<void>)[]) {
  const requests: string[] = [];
  await page.route(url, async (route) => {
    requests.push(route.request().method());
    const response = responses[requests.length - 1];
    await (response ? response(route) : route.continue());
  });
  return requests;
}

for (const [failure, respond] of [
  ['500', (route: Route) => route.fulfill(errorResponse(500, 'Broken', 'service.failed'))],
  ['502', (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
  ['a connection that is dropped', (route: Route) => route.abort('connectionreset')],
] as const) {
  test(`${failure} is retried once without a notice`, async ({ openAs, page }) => {
    await openAs('org.admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const requests = await mockFirstResponses(page, userListUrl, respond);
    await page.getByRole('link', { name: 'User List' }).click();
    await expect(userRows(page).nth(1)).toBeVisible();
    expect(requests).toHaveLength(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a second failure shows one notice with the server’s text and its name', async ({ openAs, page }) => {
  await openAs('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const serverError = (route: Route) => route.fulfill(errorResponse(500, 'The stockroom is on fire', 'stockroom.fire'));
  const requests = await mockFirstResponses(page, userListUrl, serverError, serverError);
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(errorNotices(page)).toHaveCount(1);
  await expect(errorNotices(page)).toContainText('The stockroom is on fire');
  await expect(errorNotices(page).getByRole('button', { name: 'Copy stockroom.fire' })).toBeVisible();
  expect(requests).toHaveLength(2);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: phrase('ui.list.failed') })).toBeVisible();
});

for (const [status, message, code] of [
  [409, 'Reason ID already exists', 'reason.idTaken'],
  [429, 'Too many of your requests are being processed', 'request.tooMany'],
  [503, 'The portal is very busy', 'service.busy'],
] as const) {
  test(`a request that is rejected with ${status} is not retried and shows the server’s text`, async ({
    openAs,
    page,
  }) => {
    await openAs('org.admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const requests = await mockFirstResponses(page, userListUrl, (route) =>
      route.fulfill(errorResponse(status, message, code)),
    );
    await page.getByRole('link', { name: 'User List' }).click();
    await expect(errorNotices(page)).toContainText(message);
    expect(requests).toHaveLength(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(userRows(page).nth(1)).toBeVisible();
  });
}

for (const status of [401, 403]) {
  test(`status ${status} on several requests at once ends the session once`, async ({ openAs, page }) => {
    await openAs('org.admin', '/users');
    await expect(userRows(page).nth(1)).toBeVisible();
    let loginNavigations = 0;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url().endsWith('/login')) loginNavigations += 1;
    });
    await page.route(/\/(user|node)-management\/(users|node)/, (route) =>
      route.fulfill(errorResponse(status, 'No', 'session.expired')),
    );
    await page.getByRole('link', { name: 'Hierarchy' }).click();
    await expect(signInFields(page).login).toBeVisible();
    await expect(page.getByText('Session Timeout')).toHaveCount(1);
    expect([loginNavigations, await storageKeys(page)]).toEqual([1, ['APP_SETTING']]);
  });
}

test('a failed update of a user shows no notice, is logged, and can be saved again', async ({ openAs, page }) => {
  const logLines: string[] = [];
  page.on('console', (message) => logLines.push(message.text()));
  await openAs('org.admin', '/users?search=store.user');
  await userRows(page).nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+44 113 496 0555');
  const unsavedCounter = page.getByText('1 unsaved change', { exact: true });
  await page.route(/\/user-management\/users\/[\w-]+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill(errorResponse(500, 'The user could not be written', 'service.failed'))
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => logLines.filter((line) => line.includes('service.failed')).length).toBe(1);
  await expect(unsavedCounter).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toBeVisible();
});

test('an update whose connection was lost is sent once more with the same idempotency key', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/users?search=store.user');
  await userRows(page).nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('+44 113 496 0556');
  const keys: (string | undefined)[] = [];
  await page.route(/\/user-management\/users\/[\w-]+$/, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('without a network a save says at once that it failed, keeps what was typed, and can be repeated', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/role/create');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Stocktaker');
  await page.getByRole('checkbox', { name: phrase('app.right.LIST_USERS') }).check();
  const create = page.getByRole('button', { name: 'Create role' });
  await page.context().setOffline(true);
  await create.click();
  await expect(page.getByRole('alert')).toContainText(phrase('errors.unknown'));
  await expect(name).toHaveValue('Stocktaker');
  await page.context().setOffline(false);
  await create.click();
  await expect(page.getByText('Stocktaker created')).toBeVisible();
});

test('a mail that cannot be sent shows no notice, is logged, and can be requested again', async ({ page, product }) => {
  const logLines: string[] = [];
  page.on('console', (message) => logLines.push(message.text()));
  const nextButton = page.getByRole('button', { name: 'Next' });
  await page.route('**/send-email/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${product.urlOf('kestrel.localhost')}/forgot-password/email`);
  await page.getByRole('textbox', { name: 'Email' }).fill('store.user@kestrelsports.com');
  await nextButton.click();
  await expect.poll(() => logLines.filter((line) => /not sent/.test(line)).length).toBeGreaterThan(0);
  await expect(nextButton).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
  await page.unrouteAll();
  await nextButton.click();
  await expect(page.getByRole('status')).toContainText('A password reset link has been generated');
});
