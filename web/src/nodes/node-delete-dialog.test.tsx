import type { Node } from '@storeward/contract/nodes';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storeNode as store } from '../../test/node-record.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { NodeDeleteDialog } from './node-delete-dialog.tsx';
import { phrase } from '../../test/phrase.ts';

beforeEach(async () => void (await startPortal()));

const renderDialog = (node: Node) =>
  renderAt('/structure/hierarchy', <NodeDeleteDialog node={node} opened onClose={() => {}} onDeleted={() => {}} />);

test('offers no deletion of a store that still has devices, and shows their number', async () => {
  await renderDialog({ ...store, deviceCount: 2 });
  const dialog = await screen.findByRole('dialog', {
    name: phrase('nodes.delete.notEmptyTitle', { name: 'Leeds Briggate' }),
  });
  expect(dialog.textContent).toContain('0 locations directly below, 0 users and 2 devices');
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

test('asks for confirmation before an empty store is deleted', async () => {
  await renderDialog(store);
  expect(await screen.findByRole('dialog', { name: 'Delete Leeds Briggate?' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDefined();
});
