import type { Page, Route } from '@playwright/test';
import { fields, kept } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const list = /\/user-management\/users\?/;
const rows = (page: Page) => page.getByRole('table', { name: 'User List' }).getByRole('row');
const errors = (page: Page) => page.getByRole('alert').filter({ hasText: /^Error/ });
const refused = (status: number, message: string, messageCode: string) => ({
  status,
  json: { status, message, messageCode },
});

/** Answers the first calls of an address otherwise than the server would; counts them all. */
async function answerFirst(page: Page, address: RegExp, ...answers: ((route: Route) => Promise<void>)[]) {
  const calls: string[] = [];
  await page.route(address, async (route) => {
    calls.push(route.request().method());
    const answer = answers[calls.length - 1];
    await (answer ? answer(route) : route.continue());
  });
  return calls;
}

for (const [what, fail] of [
  ['500', (route: Route) => route.fulfill(refused(500, 'Broken', 'service.failed'))],
  ['502', (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
  ['a connection that is dropped', (route: Route) => route.abort('connectionreset')],
] as const) {
  test(`${what} is tried once more, and nobody is told`, async ({ enter, page }) => {
    await enter('org.admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const calls = await answerFirst(page, list, fail);
    await page.getByRole('link', { name: 'User List' }).click();
    await expect(rows(page).nth(1)).toBeVisible();
    expect(calls).toHaveLength(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a second failure is told once, with the server’s words and their name', async ({ enter, page }) => {
  await enter('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const broken = (route: Route) => route.fulfill(refused(500, 'The stockroom is on fire', 'stockroom.fire'));
  const calls = await answerFirst(page, list, broken, broken);
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(errors(page)).toHaveCount(1);
  await expect(errors(page)).toContainText('The stockroom is on fire');
  await expect(errors(page).getByRole('button', { name: 'Copy stockroom.fire' })).toBeVisible();
  expect(calls).toHaveLength(2);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
});

test('a refusal is not tried again, and is told in its own words', async ({ enter, page }) => {
  await enter('org.admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const calls = await answerFirst(page, list, (route) =>
    route.fulfill(refused(409, 'Reason ID already exists', 'reason.idTaken')),
  );
  await page.getByRole('link', { name: 'User List' }).click();
  await expect(errors(page)).toContainText('Reason ID already exists');
  expect(calls).toHaveLength(1);
});

for (const status of [401, 403]) {
  test(`${status} on several calls at once is one lost session`, async ({ enter, page }) => {
    await enter('org.admin', '/users');
    await expect(rows(page).nth(1)).toBeVisible();
    let landings = 0;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && frame.url().endsWith('/login')) landings += 1;
    });
    await page.route(/\/(user|node)-management\/(users|node)/, (route) =>
      route.fulfill(refused(status, 'No', 'session.expired')),
    );
    await page.getByRole('link', { name: 'Hierarchy' }).click();
    await expect(fields(page).login).toBeVisible();
    await expect(page.getByText('Session Timeout')).toHaveCount(1);
    expect([landings, await kept(page)]).toEqual([1, ['APP_SETTING']]);
  });
}

test('a change of a user that fails is told to nobody: it is in the log, and can be saved again', async ({
  enter,
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await enter('org.admin', '/users?search=store.user');
  await rows(page).nth(1).getByRole('link').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+44 113 496 0555');
  const saved = page.getByText('1 unsaved change', { exact: true });
  await page.route(/\/user-management\/users\/[\w-]+$/, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill(refused(500, 'The user could not be written', 'service.failed'))
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => logged.filter((line) => line.includes('service.failed')).length).toBe(1);
  await expect(saved).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Success' })).toBeVisible();
});

test('a change whose way was cut off is sent once more, under the same key', async ({ enter, page }) => {
  await enter('org.admin', '/users?search=store.user');
  await rows(page).nth(1).getByRole('link').first().click();
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

test('a mail that cannot be sent is told to nobody: it is in the log, and can be asked for again', async ({
  page,
  product,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const next = page.getByRole('button', { name: 'Next' });
  await page.route('**/send-email/*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${product.at('kestrel.localhost')}/forgot-password/email`);
  await page.getByRole('textbox', { name: 'Email' }).fill('store.user@kestrelsports.com');
  await next.click();
  await expect.poll(() => logged.filter((line) => /not sent/.test(line)).length).toBeGreaterThan(0);
  await expect(next).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveCount(0);
  await page.unrouteAll();
  await next.click();
  await expect(page.getByRole('status')).toContainText('A password reset link has been generated');
});
