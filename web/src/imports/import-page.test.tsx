import { nodeColumns, nodeImports } from '@storeward/contract/nodes/node-import';
import type { ImportRun, ImportState } from '@storeward/contract/imports';
import { nodes } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { queryKeyOf, endpointQuery } from '../platform/api/api.ts';
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
  endpoints: nodeImports,
  columns: nodeColumns,
  invalidates: [queryKeyOf(nodes.choices)],
  address: '/structure/import',
  sampleName: 'Structure',
  texts: { title: 'Import', intro: 'Drop it here.', start: String },
};

/** Another screen that shows data changed by the import. */
function OtherScreen() {
  const { data } = useQuery({ ...endpointQuery(nodes.choices, { query: {} }), staleTime: 60_000 });
  return <output>{data && `${data.total} places`}</output>;
}

let requests: RecordedRequest[];
const listRequests = () =>
  requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/node-management/imports'));

beforeEach(async () => {
  requests = await startPortal();
});

afterEach(() => vi.useRealTimers());

test('refetches the queries that the import subject declares as affected', async () => {
  mockResponse(nodeImports.list, { result: [], total: 0 });
  mockResponse(nodes.choices, { result: [], total: 4 });
  mockResponse(nodeImports.head, { columns: ['code'], mapping: ['code'], constants: {}, source: 'known' });
  mockResponse(nodeImports.create, runIn('checking'));
  const { container } = await renderAt(
    '/structure/import',
    <>
      <ImportPage subject={subject} crumbs={[]} />
      <OtherScreen />
    </>,
  );
  await screen.findByText('4 places');
  mockResponse(nodes.choices, { result: [], total: 5 });
  const input = container.querySelector('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['code\r\nUK-1'], 'stores.csv')] } });
  expect(await screen.findByText('5 places')).toBeTruthy();
});

test('refreshes the affected queries of an import that finished while its connection was lost', async () => {
  let run = runIn('running');
  mockResponse(nodeImports.get, ({ headers }) => {
    if (headers.get('accept') !== 'text/event-stream') return run;
    run = runIn('done');
    mockResponse(nodes.choices, { result: [], total: 5 });
    throw new TypeError('connection lost');
  });
  mockResponse(nodeImports.rows, { result: [], total: 0 });
  mockResponse(nodes.choices, { result: [], total: 4 });
  await renderAt(
    '/structure/import',
    <>
      <OtherScreen />
      <ImportRunPage id={run.id} subject={subject} crumbs={[]} />
    </>,
  );
  expect(await screen.findByText('5 places')).toBeTruthy();
});

test('names the columns that rows need and the file lacks, in each row and above the table', async () => {
  const run = {
    ...runIn('ready'),
    wrong: 1,
    rowsUntil: '2026-02-04T10:00:00Z',
    columns: ['code', 'Land'],
    mapping: ['code', 'country'],
  };
  const cellErrors = [
    { column: 'name', messageCode: 'field.required' },
    { column: 'type', messageCode: 'field.required' },
    { column: 'country', messageCode: 'field.invalid' },
    { column: 'code', messageCode: 'import.twice', rows: [9] },
  ];
  mockResponse(nodeImports.get, run);
  mockResponse(nodeImports.rows, {
    result: [{ row: 2, cells: ['UK-1', 'Britain'], outcome: 'wrong', faults: cellErrors, kept: false, written: false }],
    total: 1,
  });
  const columnLabel = (column: string) => (column === 'type' ? 'Kind' : column);
  await renderAt('/structure/import', <ImportRunPage id={run.id} subject={{ ...subject, columnLabel }} crumbs={[]} />);
  expect(await screen.findByText('The file lacks required columns: name, Kind (type)')).toBeTruthy();
  const row = screen.getByRole('row', { name: /UK-1/ });
  expect(row.textContent).toContain('name: This field is required · Kind (type): This field is required');
  expect(row.textContent).toContain('Error: Land, code');
  expect(row.textContent).toContain('BritainThis value is not valid');
  expect(row.textContent).toContain('This appears in the file more than once (also in row 9)');
});

test('polls the earlier imports every three seconds while one of them is in progress', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  mockResponse(nodeImports.list, { result: [runIn('running')], total: 1 });
  await renderAt('/structure/import', <ImportPage subject={subject} crumbs={[]} />);
  await screen.findByText('Importing');
  vi.advanceTimersByTime(2_900);
  expect(listRequests()).toHaveLength(1);
  mockResponse(nodeImports.list, { result: [runIn('done')], total: 1 });
  vi.advanceTimersByTime(100);
  await screen.findByText('Imported');
  vi.advanceTimersByTime(30_000);
  expect(listRequests()).toHaveLength(2);
});
