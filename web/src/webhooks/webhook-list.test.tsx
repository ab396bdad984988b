import type { NodeId } from '@storeward/contract/nodes';
import { type Webhook, type WebhookId, webhooks } from '@storeward/contract/webhooks';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, refuse } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { WebhookList } from './webhook-list.tsx';

const nodeId = '0199b000-0000-7000-8000-000000000001' as NodeId;
const tills: Webhook = {
  id: '0199b000-0000-7000-8000-000000000002' as WebhookId,
  nodeId,
  description: 'Tills',
  url: 'https://tills.example.com/in?key=opens-it',
  sections: null,
  status: true,
  failingSince: null,
  turnedOffDate: null,
  createdDate: '2026-11-18T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
};

beforeEach(async () => void (await startPortal()));

const list = () => renderAt('/structure/hierarchy', <WebhookList nodeId={nodeId} />);

test('a place without webhooks says so, and offers the first', async () => {
  answer(webhooks.list, []);
  await list();
  expect(await screen.findByText('No webhooks yet')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByRole('dialog', { name: 'Add a webhook' })).toBeDefined();
});

test('each webhook says where it leads, what it listens to, and how it stands', async () => {
  const since = '2026-11-01T10:00:00Z';
  answer(webhooks.list, [
    tills,
    { ...tills, id: 'b' as WebhookId, description: 'Stock', sections: ['theme'], failingSince: since },
    { ...tills, id: 'c' as WebhookId, description: 'Old', status: false, turnedOffDate: since },
    { ...tills, id: 'd' as WebhookId, description: 'Spare', status: false },
  ]);
  await list();
  const textOf = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent;
  expect(await textOf('Tills')).toMatch(/tills\.example\.com.*All settings.*On/);
  expect(await textOf('Stock')).toMatch(/Theme.*On, failing since 1 Nov 2026/);
  expect(await textOf('Old')).toMatch(/Turned off by itself 1 Nov 2026/);
  expect(await textOf('Spare')).toMatch(/Off$/);
  expect(document.body.textContent).not.toContain('opens-it');
});

test.for([
  ['setting.notYours', 'Your role may not change these settings here.'],
  ['service.unavailable', 'The database does not answer just now.'],
] as const)('what cannot be shown says why, and can be tried again: %s', async ([code, words]) => {
  refuse(webhooks.list, code);
  await list();
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  answer(webhooks.list, [tills]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('row', { name: /Tills/ })).toBeDefined();
});
