import { nodeColumns, nodeImports } from '@storeward/contract/nodes/node-import';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest, mockError } from '../../test/mock-server.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { ImportPage } from './import-page.tsx';
import type { ImportSubject } from './import-subject.ts';
import { containing, phrase } from '../../test/phrase.ts';

const subject: ImportSubject = {
  endpoints: nodeImports,
  columns: nodeColumns,
  invalidates: [],
  address: '/structure/import',
  sampleName: 'Structure',
  texts: { title: 'Import', intro: 'Drop it here.', start: String },
};

const sheet = (code: string) =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>code</t></is></c></row><row><c t="inlineStr"><is><t>${code}</t></is></c></row></sheetData></worksheet>`;
const relation = (index: number) =>
  `<Relationship Id="s${index}" Type="http://x/worksheet" Target="worksheets/sheet${index}.xml"/>`;
const twoSheets = zipSync({
  'xl/workbook.xml': strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="North" r:id="s1"/><sheet name="South" r:id="s2"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relation(1)}${relation(2)}</Relationships>`),
  'xl/worksheets/sheet1.xml': strToU8(sheet('UK-N')),
  'xl/worksheets/sheet2.xml': strToU8(sheet('UK-S')),
});

let requests: RecordedRequest[];
beforeEach(async () => {
  requests = await startPortal();
  mockResponse(nodeImports.list, { result: [], total: 0 });
});

const renderAndDrop = async (file: File) => {
  const { container } = await renderAt('/structure/import', <ImportPage subject={subject} crumbs={[]} />);
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });
};
const postRequests = (path: string) =>
  requests.filter((request) => request.method === 'POST' && request.path.endsWith(path));
const textOf = ({ body }: RecordedRequest) => ((body as FormData).get('file') as File).text();

test('asks for the sheet if several sheets of a workbook have rows, and uploads only that one', async () => {
  mockResponse(nodeImports.head, { columns: ['Id'], mapping: [''], constants: {}, source: 'guessed' });
  await renderAndDrop(new File([twoSheets], 'Stores.xlsx'));
  fireEvent.click(await screen.findByRole('button', { name: /South/ }));
  await screen.findByRole('heading', { name: 'Match the columns' });
  expect(await textOf(postRequests('/head')[0]!)).toBe('\uFEFFcode\r\nUK-S\r\n');
});

test.each([
  ['Import everything', '\uFEFFcode\r\nUK-1\r\nUK-2\r\n'],
  [phrase('imports.hidden.onlyVisible'), '\uFEFFcode\r\n\r\nUK-2\r\n'],
])('says how many rows of a sheet are hidden before it reads them: %s', async (choice, text) => {
  mockResponse(nodeImports.head, { columns: ['Id'], mapping: [''], constants: {}, source: 'guessed' });
  const row = (content: string, hidden = '') => `<row${hidden}><c t="inlineStr"><is><t>${content}</t></is></c></row>`;
  const rows = row('code') + row('UK-1', ' hidden="1"') + row('UK-2');
  const content = {
    'xl/workbook.xml': strToU8('<workbook xmlns:r="r"><sheets><sheet name="North" r:id="s1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relation(1)}</Relationships>`),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  };
  await renderAndDrop(new File([zipSync(content)], 'Stores.xlsx'));
  expect(await screen.findByText('1 of 2 rows is hidden.')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: choice }));
  await screen.findByRole('heading', { name: 'Match the columns' });
  expect(await textOf(postRequests('/head')[0]!)).toBe(text);
});

test('keeps the column matching when the server rejects the file', async () => {
  mockResponse(nodeImports.head, {
    columns: ['Id', 'Ort'],
    mapping: ['code', 'city'],
    constants: {},
    source: 'guessed',
  });
  mockError(nodeImports.create, 'import.tooManyRows');
  await renderAndDrop(new File(['Id,Ort\r\na,b'], 'Stores.csv'));
  fireEvent.click(await screen.findByRole('button', { name: 'Check file' }));
  expect((await screen.findByRole('alert')).textContent).toContain('up to 100,000 rows');
  expect(postRequests('/imports')[0]!.query.get('columns')).toBe('code,city');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'city' }).value).toBe('Ort'));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^code/ }).value).toBe('Id');
});

test('one column of a file may fill two fields', async () => {
  mockResponse(nodeImports.head, { columns: ['Ort'], mapping: ['name'], constants: {}, source: 'guessed' });
  mockError(nodeImports.create, 'import.tooManyRows');
  await renderAndDrop(new File(['Ort\r\nLeeds'], 'Stores.csv'));
  fireEvent.click(await screen.findByRole('combobox', { name: /^code/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Ort' }));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^name/ }).value).toBe('Ort');
  fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
  await screen.findByRole('alert');
  expect(postRequests('/imports')[0]!.query.get('columns')).toBe('name|code');
});

test('the codes of a file without any are made by a pattern, whose first ones are shown', async () => {
  mockResponse(nodeImports.head, { columns: ['name'], mapping: ['name'], constants: {}, source: 'known' });
  mockError(nodeImports.create, 'import.tooManyRows');
  const { container } = await renderAt(
    '/structure/import',
    <ImportPage subject={{ ...subject, constantInput: () => undefined }} crumbs={[]} />,
  );
  fireEvent.change(container.querySelector('input[type=file]')!, {
    target: { files: [new File(['name\r\nLeeds'], 'Stores.csv')] },
  });
  fireEvent.click(await screen.findByRole('combobox', { name: /^code/ }));
  fireEvent.click(await screen.findByRole('option', { name: phrase('imports.columns.series') }));
  const first = screen.getByRole('textbox', { name: phrase('imports.columns.firstOfSeries', { column: 'code' }) });
  fireEvent.change(first, { target: { value: 'AU-' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
  expect(await screen.findByText(phrase('imports.columns.seriesHint'))).toBeTruthy();
  expect(postRequests('/imports')).toEqual([]);
  fireEvent.change(first, { target: { value: 'AU-0099' } });
  expect(screen.getByText(/^AU-0099, AU-0100, AU-0101, …/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Check file' }));
  await screen.findByRole('alert');
  const { query } = postRequests('/imports')[0]!;
  expect([query.get('columns'), query.get('constants')]).toEqual(['name', '{"code":"AU-0099"}']);
});

test.each([
  ['an old workbook', 'Workbook', /older format \.xls/],
  ['an encrypted workbook', 'EncryptedPackage', containing('errors.import.workbookProtected')],
])('names the reason why %s is refused, and uploads nothing', async (_what, entry, reason) => {
  const name = new Uint8Array([...entry].flatMap((letter) => [letter.charCodeAt(0), 0]));
  const container = new Uint8Array(2048);
  container.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  container.set(name, 1024);
  await renderAndDrop(new File([container], 'Stores.xls'));
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});
