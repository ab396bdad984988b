import type { Node, NodeId } from '@storeward/contract/nodes';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { NodeActions } from './node-actions.tsx';

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

test.each([
  ['view', 'Edit', 'edit'],
  ['edit', 'View', 'view'],
] as const)('leads from the %s page to the other one at the same tab and section', async (context, link, other) => {
  const shown = '?tab=module&section=hotkeys';
  await renderAt(
    `/structure/${store.nodeId}/${context}${shown}&at=2026-01-01`,
    <NodeActions node={store} context={context} />,
  );
  const href = (await screen.findByRole('link', { name: link })).getAttribute('href');
  expect(href).toBe(`/structure/${store.nodeId}/${other}${shown}`);
});
