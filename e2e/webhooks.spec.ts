import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookMessage } from '@storeward/contract/webhooks';
import type { Page } from '@playwright/test';
import { expect, test as base } from './test.ts';

/** Somebody else's program that is told of changes; it says no as long as it is told to. */
const test = base.extend<{ receiver: { url: string; got: WebhookMessage[]; refuse: (yes: boolean) => void } }>({
  // oxlint-disable-next-line no-empty-pattern -- a fixture names what it takes, and this one takes nothing
  receiver: async ({}, hand) => {
    const got: WebhookMessage[] = [];
    let refusing = false;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got.push(JSON.parse(Buffer.concat(parts).toString('utf8')) as WebhookMessage);
        response.writeHead(refusing ? 503 : 204).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await hand({ url: `http://127.0.0.1:${port}/in`, got, refuse: (yes) => void (refusing = yes) });
    await new Promise((done) => server.close(done));
  },
});

/** Opens what can be set at a store, and in it its webhooks. */
async function webhooksOf(page: Page) {
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Webhooks' }).click();
}

const store = '/structure/hierarchy?search=briggate';

test('a webhook is added with a secret shown once, tested, turned off and on, and deleted', async ({
  enter,
  receiver,
}) => {
  const page = await enter('org.admin', store);
  await webhooksOf(page);
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
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const row = page.getByRole('row', { name: /Tills/ });
  await expect(row).toContainText('All settings');
  await expect(page.getByText(secret)).toHaveCount(0);

  const act = async (what: string) => {
    await page.getByRole('button', { name: 'Actions for Tills' }).click();
    await page.getByRole('menuitem', { name: what, exact: true }).click();
  };
  receiver.refuse(true);
  await act('Messages');
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(dialog.getByRole('row', { name: /Test/ })).toContainText('Answered with 503, 1 try');
  receiver.refuse(false);
  await dialog.getByRole('button', { name: /^Send the message of/ }).click();
  await expect(dialog.getByRole('row', { name: /Test/ })).toContainText('Taken');
  expect(new Set(receiver.got.map(({ id }) => id)).size).toBe(1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await act('Turn off');
  await expect(row).toContainText('Off');
  await act('Turn on');
  await expect(row).toContainText('On');
  await act('Delete');
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
});

test('a change just before a power cut is told after it', async ({ enter, product, tokensOf, receiver }) => {
  const page = await enter('org.admin', store);
  await webhooksOf(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByLabel('Description').fill('Stock');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page.url()) ?? [];
  const { accessToken } = await tokensOf('org.admin');
  const saved = await product.ask({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${id}/settings/ebasketDisplay`,
    token: accessToken,
    body: { fields: { displayName: { value: 'Corner basket', mode: 'free' } } },
  });
  expect(saved.status).toBe(200);
  await product.crashAndStart();
  await expect
    .poll(() => receiver.got.map(({ kind, stores }) => [kind, stores]), { timeout: 30_000 })
    .toEqual([['configuration.changed', 1]]);
});
