import type { NodeId } from '@storeward/contract/nodes';
import type { Page } from '@storeward/contract/paging';
import type { WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import { type Delivery, type Webhook, webhooks } from '@storeward/contract/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockError, mockResponse } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const at = '2026-11-18T10:00:00Z';
const webhook: Webhook = {
  id: '0199b000-0000-7000-8000-000000000002' as WebhookId,
  nodeId: '0199b000-0000-7000-8000-000000000001' as NodeId,
  description: 'Staff',
  url: 'https://staff.example.com/in',
  events: ['user.created'],
  sections: null,
  status: true,
  failingSince: null,
  turnedOffDate: null,
  turnedOffReason: null,
  createdDate: at,
  createdBy: null,
  updatedDate: at,
  updatedBy: null,
  version: 1,
};
const delivery: Delivery = {
  id: '0199b000-0000-7000-8000-000000000003',
  message: {
    id: '0199b000-0000-7000-8000-000000000003',
    time: at,
    at,
    webhookId: webhook.id,
    kind: 'user.created',
    record: { type: 'user', id: '0199b000-0000-7000-8000-000000000004' },
    place: { id: webhook.nodeId, code: 'BRIG', name: 'Briggate', nodeType: 'STORE' },
    path: [webhook.nodeId],
    actorId: null,
    changed: [],
    runId: null,
    reason: null,
    count: null,
  },
  createdDate: at,
  state: 'failed',
  tries: 9,
  lastTry: at,
  nextTry: null,
  answer: 422,
  response: 'unknown till',
  trouble: 'refused',
  took: 21,
};

beforeEach(async () => void (await startPortal()));

const renderDialog = () =>
  renderAt('/structure/hierarchy', <WebhookDeliveriesDialog webhook={webhook} onClose={vi.fn()} />);

test('shows the event, the place and the outcome of each message, and more on request', async () => {
  const older: Delivery = { ...delivery, id: 'b', state: 'delivered', trouble: null };
  mockResponse(webhooks.deliveries, ({ query }): Page<Delivery> =>
    query.get('cursor') === 'second' ? { result: [older], total: 2 } : { result: [delivery], total: 2, next: 'second' },
  );
  await renderDialog();
  expect((await screen.findByRole('row', { name: /Briggate/ })).textContent).toMatch(
    /Users: Created · Briggate.*Not delivered: Response 422/,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect((await screen.findByRole('row', { name: /Delivered/ })).textContent).toContain('Briggate');
  expect(screen.getAllByRole('row', { name: /Briggate/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('shows one message as it was sent with the start of the response', async () => {
  mockResponse(webhooks.deliveries, { result: [delivery], total: 1 });
  await renderDialog();
  fireEvent.click(await screen.findByRole('button', { name: containing('webhooks.deliveries.details') }));
  const details = within(await screen.findByRole('dialog', { name: containing('webhooks.deliveries.details') }));
  expect(details.getByText('9 tries · HTTP 422 · 21 ms')).toBeDefined();
  expect(JSON.parse(details.getByRole('region', { name: 'Message' }).textContent)).toEqual(delivery.message);
  expect(details.getByRole('region', { name: phrase('webhooks.deliveries.response') }).textContent).toBe(
    'unknown till',
  );
});

test('filters by outcome', async () => {
  mockResponse(webhooks.deliveries, ({ query }) => ({
    result: query.get('state') === 'failed' ? [] : [delivery],
    total: 1,
  }));
  await renderDialog();
  await screen.findByRole('row', { name: /Briggate/ });
  fireEvent.change(screen.getByRole('combobox', { name: 'Outcome' }), { target: { value: 'failed' } });
  expect(await screen.findByText(phrase('webhooks.deliveries.noneFound'))).toBeDefined();
});

test.for([
  ['webhook.unknown', phrase('errors.webhook.unknown')],
  ['service.failed', phrase('webhooks.deliveries.failed')],
] as const)('shows %s instead of the messages', async ([code, text]) => {
  mockError(webhooks.deliveries, code);
  await renderDialog();
  expect(await screen.findByText(text)).toBeDefined();
});

test('sends messages again from a date and says how many', async () => {
  mockResponse(webhooks.deliveries, { result: [delivery], total: 1 });
  await renderDialog();
  fireEvent.click(await screen.findByRole('button', { name: phrase('webhooks.replay.action') }));
  const dialog = within(
    await screen.findByRole('dialog', { name: phrase('webhooks.replay.title', { name: 'Staff' }) }),
  );
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  const from = dialog.getByRole('textbox', { name: 'From' });
  send();
  await waitFor(() => expect(from.getAttribute('aria-invalid')).toBe('true'));
  mockResponse(webhooks.replay, { from: at, messages: 0 });
  fireEvent.change(from, { target: { value: '18/11/2026' } });
  send();
  expect(await dialog.findByText(phrase('webhooks.replay.none'))).toBeDefined();
  mockError(webhooks.replay, 'webhook.tooManyToReplay');
  send();
  expect((await dialog.findByRole('alert')).textContent).toMatch('More than 10,000 messages');
  mockResponse(webhooks.replay, { from: at, messages: 2 });
  send();
  expect(await screen.findByText('2 messages will be sent again')).toBeDefined();
});
