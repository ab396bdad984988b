import type { Node, NodeId } from '@storeward/contract/nodes';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { NodeDeleteDialog } from './node-delete-dialog.tsx';

const store: Node = {
  nodeId: '0199b000-0000-7000-8000-000000000001' as NodeId,
  parentId: null,
  name: 'Leeds Briggate',
  code: 'LDS',
  nodeType: 'STORE',
  status: true,
  isOverride: false,
  region: [],
  childCount: 0,
  storeCount: 1,
  path: [],
  address: null,
  country: 'GB',
  timeZone: null,
  latitude: null,
  longitude: null,
  phoneNumber: '',
  emailId: '',
  can: { view: true, edit: true, add: false, move: true, enable: true, delete: true },
  userCount: 0,
  deviceCount: 0,
  children: [],
  createdDate: '2024-03-04T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
};

beforeEach(async () => void (await startPortal()));

const renderDialog = (node: Node) =>
  renderAt('/structure/hierarchy', <NodeDeleteDialog node={node} opened onClose={() => {}} onDeleted={() => {}} />);

test('offers no deletion of a store that still has devices, and shows their number', async () => {
  await renderDialog({ ...store, deviceCount: 2 });
  const dialog = await screen.findByRole('dialog', { name: 'Leeds Briggate is not empty' });
  expect(dialog.textContent).toContain('0 locations directly below, 0 users and 2 devices');
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

test('asks for confirmation before an empty store is deleted', async () => {
  await renderDialog(store);
  expect(await screen.findByRole('dialog', { name: 'Delete Leeds Briggate?' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDefined();
});
