import type { NodeId } from '@storeward/contract/nodes';
import type { WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import { type Webhook, webhooks } from '@storeward/contract/webhooks';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse, mockError } from '../../test/mock-server.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { WebhookList } from './webhook-list.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const nodeId = '0199b000-0000-7000-8000-000000000001' as NodeId;
const tills: Webhook = {
  id: '0199b000-0000-7000-8000-000000000002' as WebhookId,
  nodeId,
  description: 'Tills',
  url: 'https://tills.example.com/in?key=opens-it',
  events: ['configuration.changed'],
  sections: null,
  status: true,
  failingSince: null,
  turnedOffDate: null,
  turnedOffReason: null,
  createdDate: '2026-11-18T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
};

beforeEach(async () => void (await startPortal()));

const renderList = () => renderAt('/structure/hierarchy', <WebhookList nodeId={nodeId} />);

test('shows an empty state with a button to add the first webhook', async () => {
  mockResponse(webhooks.list, []);
  await renderList();
  expect(await screen.findByText('No webhooks yet')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByRole('dialog', { name: 'Add a webhook' })).toBeDefined();
});

test('shows the URL without its query, the sections and the status of each webhook', async () => {
  const since = '2026-11-01T10:00:00Z';
  mockResponse(webhooks.list, [
    tills,
    { ...tills, id: 'b' as WebhookId, description: 'Stock', sections: ['theme'], failingSince: since },
    {
      ...tills,
      id: 'c' as WebhookId,
      description: 'Old',
      status: false,
      turnedOffDate: since,
      turnedOffReason: 'failing',
    },
    {
      ...tills,
      id: 'e' as WebhookId,
      description: 'Moved',
      status: false,
      turnedOffDate: since,
      turnedOffReason: 'gone',
    },
    { ...tills, id: 'd' as WebhookId, description: 'Spare', status: false },
  ]);
  await renderList();
  const textOf = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent;
  expect(await textOf('Tills')).toMatch(/tills\.example\.com.*All settings.*On/);
  expect(await textOf('Stock')).toMatch(/Theme.*On, failing since 1 Nov 2026/);
  expect(await textOf('Old')).toMatch(/Turned off automatically 1 Nov 2026/);
  expect(await textOf('Moved')).toMatch(/The receiver answered 410 Gone on 1 Nov 2026; turned off/);
  expect(await textOf('Spare')).toMatch(/Off$/);
  expect(document.body.textContent).not.toContain('opens-it');
});

test.for([
  ['setting.notYours', phrase('errors.setting.notYours')],
  ['service.unavailable', containing('errors.service.unavailable')],
] as const)('shows why the list could not be loaded, and retries: %s', async ([code, text]) => {
  mockError(webhooks.list, code);
  await renderList();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  mockResponse(webhooks.list, [tills]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Tills/ })).toBeDefined();
});
