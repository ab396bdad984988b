import { nodeColumns, nodeImports } from '@storeward/contract/node-import';
import type { ImportRun, ImportState } from '@storeward/contract/imports';
import { nodes } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, type Heard } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { keyOf, read } from '../platform/api.ts';
import { ImportPage } from './import-page.tsx';
import { ImportRunPage } from './import-run-page.tsx';
import type { ImportSubject } from './import-subject.ts';

const runIn = (state: ImportState): ImportRun => ({
  id: '0199d000-0000-7000-8000-000000000001',
  fileName: 'stores.csv',
  state,
  columns: ['code'],
  unknownColumns: [],
  mapping: null,
  rowCount: 1,
  toDo: 1,
  done: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  wrong: 0,
  undone: 0,
  kept: 0,
  fault: null,
  startedBy: 'Amelia Hartley',
  rowsUntil: null,
  can: { start: false, stop: false, undo: false, discard: false },
  createdDate: '2026-01-05T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-01-05T10:00:00Z',
  updatedBy: null,
  version: 1,
});

const subject: ImportSubject = {
  doors: nodeImports,
  columns: nodeColumns,
  touches: [keyOf(nodes.choices)],
  address: '/nodes/import',
  sampleName: 'Structure.csv',
  words: { title: 'Import', intro: 'Drop it here.', start: String },
};

/** Shows how many places there are to choose from, as any other screen may. */
function Elsewhere() {
  const { data } = useQuery({ ...read(nodes.choices, { query: {} }), staleTime: 60_000 });
  return <output>{data && `${data.total} places`}</output>;
}

let heard: Heard[];
const lists = () => heard.filter(({ method, path }) => method === 'GET' && path.endsWith('/node-management/imports'));

beforeEach(async () => {
  heard = await startPortal();
});

afterEach(() => vi.useRealTimers());

test('what an import changes is read anew wherever the kind of import says that it lies', async () => {
  answer(nodeImports.list, { result: [], total: 0 });
  answer(nodes.choices, { result: [], total: 4 });
  answer(nodeImports.head, { columns: ['code'], mapping: ['code'], source: 'known' });
  answer(nodeImports.create, runIn('checking'));
  const { container } = await renderAt(
    '/nodes/import',
    <>
      <ImportPage subject={subject} crumbs={[]} />
      <Elsewhere />
    </>,
  );
  await screen.findByText('4 places');
  answer(nodes.choices, { result: [], total: 5 });
  const input = container.querySelector('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['code\r\nUK-1'], 'stores.csv')] } });
  expect(await screen.findByText('5 places')).toBeTruthy();
});

test('an import that ended while the line to it was broken shows elsewhere what it has changed', async () => {
  let now = runIn('running');
  answer(nodeImports.get, ({ headers }) => {
    if (headers.get('accept') !== 'text/event-stream') return now;
    now = runIn('done');
    answer(nodes.choices, { result: [], total: 5 });
    throw new TypeError('the line is broken');
  });
  answer(nodeImports.rows, { result: [], total: 0 });
  answer(nodes.choices, { result: [], total: 4 });
  await renderAt(
    '/nodes/import',
    <>
      <Elsewhere />
      <ImportRunPage id={now.id} subject={subject} crumbs={[]} />
    </>,
  );
  expect(await screen.findByText('5 places')).toBeTruthy();
});

test('the earlier imports are read again every three seconds as long as one of them moves', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answer(nodeImports.list, { result: [runIn('running')], total: 1 });
  await renderAt('/nodes/import', <ImportPage subject={subject} crumbs={[]} />);
  await screen.findByText('Importing');
  vi.advanceTimersByTime(2_900);
  expect(lists()).toHaveLength(1);
  answer(nodeImports.list, { result: [runIn('done')], total: 1 });
  vi.advanceTimersByTime(100);
  await screen.findByText('Imported');
  vi.advanceTimersByTime(30_000);
  expect(lists()).toHaveLength(2);
});
