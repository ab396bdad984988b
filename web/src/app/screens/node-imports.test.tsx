import { nodeImports } from '@storeward/contract/nodes/node-import';
import type { ImportRun, ImportState } from '@storeward/contract/imports';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { phrase } from '../../../test/phrase.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { NodeImport } from './node-imports.tsx';

beforeEach(async () => void (await startPortal()));

const runOf = (state: ImportState, shiftedPlans: number): ImportRun => ({
  id: '0199d000-0000-7000-8000-000000000001',
  fileName: 'stores.csv',
  state,
  columns: ['code', 'timeZone'],
  unknownColumns: [],
  mapping: null,
  rowCount: 1,
  toDo: 1,
  done: 1,
  created: 0,
  updated: 1,
  unchanged: 0,
  wrong: 0,
  undone: 0,
  kept: 0,
  shiftedPlans,
  fault: null,
  startedBy: 'Amelia Hartley',
  rowsUntil: null,
  can: { start: true, stop: false, undo: false, discard: true },
  createdDate: '2026-01-05T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-01-05T10:00:00Z',
  updatedBy: null,
  version: 1,
});

const text = phrase('nodes.clock.shifts', { count: 3, shown: '3' });

test.each([
  ['ready', 3, true],
  ['ready', 0, false],
  ['done', 3, false],
] as const)('an import that is %s and shifts %i planned changes says so: %s', async (state, count, isShown) => {
  const run = runOf(state, count);
  mockResponse(nodeImports.get, run);
  await renderAt('/structure/import', <NodeImport id={run.id} />);
  await screen.findByRole('heading', { name: 'stores.csv' });
  expect(screen.queryByText(text) !== null).toBe(isShown);
});
