import { nodeColumns, nodeImports } from '@storeward/contract/node-import';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { answer, type Heard, refuse } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { ImportPage } from './import-page.tsx';
import type { ImportSubject } from './import-subject.ts';

const subject: ImportSubject = {
  doors: nodeImports,
  columns: nodeColumns,
  touches: [],
  address: '/nodes/import',
  sampleName: 'Structure.csv',
  words: { title: 'Import', intro: 'Drop it here.', start: String },
};

const sheet = (code: string) =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>code</t></is></c></row><row><c t="inlineStr"><is><t>${code}</t></is></c></row></sheetData></worksheet>`;
const relation = (at: number) =>
  `<Relationship Id="s${at}" Type="http://x/worksheet" Target="worksheets/sheet${at}.xml"/>`;
const twoSheets = zipSync({
  'xl/workbook.xml': strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="North" r:id="s1"/><sheet name="South" r:id="s2"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${relation(1)}${relation(2)}</Relationships>`),
  'xl/worksheets/sheet1.xml': strToU8(sheet('UK-N')),
  'xl/worksheets/sheet2.xml': strToU8(sheet('UK-S')),
});

let heard: Heard[];
beforeEach(async () => {
  heard = await startPortal();
  answer(nodeImports.list, { result: [], total: 0 });
});

const dropped = async (file: File) => {
  const { container } = await renderAt('/nodes/import', <ImportPage subject={subject} crumbs={[]} />);
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [file] } });
};
const sent = (path: string) => heard.filter((one) => one.method === 'POST' && one.path.endsWith(path));
const textOf = ({ body }: Heard) => ((body as FormData).get('file') as File).text();

test('of a workbook with rows on several sheets somebody says which one is meant, and only that one is sent', async () => {
  answer(nodeImports.head, { columns: ['Id'], mapping: [''], source: 'guessed' });
  await dropped(new File([twoSheets], 'Stores.xlsx'));
  fireEvent.click(await screen.findByRole('button', { name: /South/ }));
  await screen.findByRole('heading', { name: 'Match the columns' });
  expect(await textOf(sent('/head')[0]!)).toBe('\uFEFFcode\r\nUK-S\r\n');
});

test('what was matched stays as it was chosen when the server refuses the file', async () => {
  answer(nodeImports.head, { columns: ['Id', 'Ort'], mapping: ['code', 'city'], source: 'guessed' });
  refuse(nodeImports.create, 'import.tooManyRows');
  await dropped(new File(['Id,Ort\r\na,b'], 'Stores.csv'));
  fireEvent.click(await screen.findByRole('button', { name: 'Check file' }));
  expect((await screen.findByRole('alert')).textContent).toContain('up to 100,000 rows');
  expect(sent('/imports')[0]!.query.get('columns')).toBe('code,city');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'city' }).value).toBe('Ort'));
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^code/ }).value).toBe('Id');
});
