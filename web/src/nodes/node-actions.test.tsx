import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderAt } from '../../test/render-at.tsx';
import { storeNode as store } from '../../test/node-record.ts';
import { startPortal } from '../../test/start-portal.ts';
import { NodeActions } from './node-actions.tsx';

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
