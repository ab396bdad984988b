import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConfigurationMessage } from '@storeward/contract/webhooks/webhook-messages';
import type { Page } from '@playwright/test';
import { expect, test as base } from './test.ts';
import { longWait } from '../api/test/limits.ts';
import { containing, phrase } from '../web/test/phrase.ts';

/** Adds a webhook receiver on localhost that records all messages and responds with 204, or 503 while it rejects. */
const test = base.extend<{
  receiver: { url: string; messages: ConfigurationMessage[]; setRejecting: (reject: boolean) => void };
}>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires destructuring; no other fixture is used
  receiver: async ({}, provide) => {
    const messages: ConfigurationMessage[] = [];
    let rejecting = false;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        messages.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as ConfigurationMessage);
        response.writeHead(rejecting ? 503 : 204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await provide({
      url: `http://127.0.0.1:${port}/in`,
      messages,
      setRejecting: (reject) => void (rejecting = reject),
    });
    await new Promise((resolve) => server.close(resolve));
  },
});

/** Opens the webhooks in the settings of a store. */
async function openWebhooks(page: Page) {
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Webhooks' }).click();
}

const storePath = '/structure/hierarchy?search=briggate';

test('a webhook is added with a secret shown once, tested, disabled, enabled, and deleted', async ({
  openAs,
  receiver,
}) => {
  const page = await openAs('org.admin', storePath);
  await openWebhooks(page);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByLabel('Description').fill('Tills');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://tills.example.com/in');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(/begins with https/);
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await dialog.locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: phrase('webhooks.secret.copied') }).click();
  const row = page.getByRole('row', { name: /Tills/ });
  await expect(row).toContainText('All settings');
  await expect(page.getByText(secret)).toHaveCount(0);

  const chooseAction = async (label: string) => {
    await page.getByRole('button', { name: 'Actions for Tills' }).click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
  };
  receiver.setRejecting(true);
  await chooseAction('Messages');
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByRole('row', { name: /Test/ })).toContainText('Response 503, 1 try');
  receiver.setRejecting(false);
  await dialog.getByRole('button', { name: containing('webhooks.deliveries.resend') }).click();
  await expect(dialog.getByRole('row', { name: /Test/ })).toContainText('Delivered');
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await chooseAction('Turn off');
  await expect(row).toContainText('Off');
  await chooseAction('Turn on');
  await expect(row).toContainText('On');
  await chooseAction('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('a webhook that chose events of nodes reports them, and its log shows them and sends them again from a date', async ({
  openAs,
  tokensFor,
  product,
  receiver,
}) => {
  const page = await openAs('org.admin', storePath);
  await openWebhooks(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByLabel('Description').fill('Staff');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('checkbox', { name: 'Settings' }).uncheck();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText(phrase('errors.field.required'))).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Locations', exact: true }).check();
  await dialog.getByRole('group', { name: 'Locations' }).getByRole('checkbox', { name: 'Created' }).uncheck();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('button', { name: phrase('webhooks.secret.copied') }).click();
  await expect(page.getByRole('row', { name: /Staff/ })).toContainText('Locations');
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url()) ?? [];
  const { accessToken } = await tokensFor('org.admin');
  for (const status of [false, true]) {
    const response = await product.request({
      host: 'kestrel.localhost',
      method: 'PUT',
      path: `/node-management/node/${id}/status`,
      token: accessToken,
      body: { status },
    });
    expect(response.status).toBe(200);
  }
  await expect
    .poll(() => receiver.messages.map(({ kind }) => kind as string), longWait)
    .toEqual(['node.disabled', 'node.enabled']);

  await page.getByRole('button', { name: 'Actions for Staff' }).click();
  await page.getByRole('menuitem', { name: 'Messages' }).click();
  await expect(dialog.getByRole('row', { name: /Locations: Enabled · Leeds Briggate/ })).toContainText('Delivered');
  await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('Not delivered');
  await expect(dialog.getByText(phrase('webhooks.deliveries.noneFound'))).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Outcome' }).selectOption('All messages');
  await dialog
    .getByRole('button', { name: containing('webhooks.deliveries.details') })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: containing('webhooks.deliveries.details') });
  await expect(details.getByRole('region', { name: 'Message' })).toContainText('"kind": "node.enabled"');
  await details.getByRole('button', { name: 'Close' }).last().click();
  await dialog.getByRole('button', { name: phrase('webhooks.replay.action') }).click();
  const replay = page.getByRole('dialog', { name: phrase('webhooks.replay.title', { name: 'Staff' }) });
  await replay.getByRole('textbox', { name: 'From' }).fill('01/01/2026');
  await replay.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('2 messages will be sent again')).toBeVisible();
  await expect
    .poll(() => receiver.messages.map(({ kind }) => kind as string), longWait)
    .toEqual(['node.disabled', 'node.enabled', 'node.disabled', 'node.enabled']);
  expect(new Set(receiver.messages.map((message) => message.id)).size).toBe(2);
});

test('a change just before a crash is delivered after the restart', async ({
  openAs,
  product,
  tokensFor,
  receiver,
}) => {
  const page = await openAs('org.admin', storePath);
  await openWebhooks(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByLabel('Description').fill('Stock');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('button', { name: phrase('webhooks.secret.copied') }).click();
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url()) ?? [];
  const { accessToken } = await tokensFor('org.admin');
  const response = await product.request({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${id}/settings/ebasketDisplay`,
    token: accessToken,
    body: { fields: { displayName: { value: 'Corner basket', mode: 'free' } } },
  });
  expect(response.status).toBe(200);
  await product.crashAndRestart();
  await expect
    .poll(() => receiver.messages.map(({ kind, stores }) => [kind, stores]), longWait)
    .toEqual([['configuration.changed', 1]]);
});
