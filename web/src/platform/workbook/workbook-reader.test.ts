import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestWorkbook, rows, type WorkbookContent } from '../../../test/create-workbook.ts';
import { ApiError } from '../api/api.ts';
import { createWorkbook } from './workbook-writer.ts';
import { hiddenParts, readSheets, sheetToCsv } from './workbook-reader.ts';
import { unpack } from './workbook-parts.ts';

const linesOf = async (file: Blob, index = 0) =>
  (await sheetToCsv((await readSheets(file))[index]!, 'File.xlsx').text())
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);
const cellsOf = async (cells: string[], content: WorkbookContent = {}) =>
  (await linesOf(createTestWorkbook({ sheets: { One: rows(cells) }, ...content })))[0];
const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : error);

describe('converting a workbook to CSV', () => {
  test('reads shared, inline and rich text, and skips phonetic readings', async () => {
    const strings = '<si><t>shared</t></si><si><r><t>in </t></r><r><t>looks</t></r><rPh><t>nowhere</t></rPh></si>';
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v>1</v></c>',
      '<c t="inlineStr"><is><r><t>in</t></r><r><t> place</t></r></is></c>',
      '<c t="str"><v>a &amp; b_x000D_</v></c>',
      '<c t="b"><v>1</v></c>',
    ];
    expect(await cellsOf(cells, { strings })).toBe('shared,in looks,in place,"a & b\r",true');
  });

  test.each([
    ['0000_-', '12', '0012'],
    ['0000_)', '12', '0012'],
    ['"S"0000', '12', 'S0012'],
    ['"20"000', '7', '20007'],
    ['\\N0000', '12', 'N0012'],
    ['000#', '12', '0012'],
    ['00000.', '12', '00012.'],
    ['0000', '123456', '123456'],
    ['00-00', '12345', '123-45'],
    ['* 0000', '12', '0012'],
    ['0000.00', '12.5', '12.5'],
    ['#,##0', '1234', '1234'],
  ])('formats codes with %s: %s becomes %s', async (format, value, expected) => {
    const formats = `<numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/>`;
    const cell = `<c s="1"><v>${value}</v></c>`;
    expect(await cellsOf([cell], { formats, xfs: '<xf numFmtId="164"/>' })).toBe(expected);
  });

  test('writes numbers with all digits and leading zeros, without exponents', async () => {
    const formats =
      '<numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0000&quot; &quot;000000"/>';
    const xfs = '<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/>';
    const cells = ['0', '1', '2', '0', '0', '3'].map(
      (format, index) =>
        `<c s="${format}"><v>${['4.41134960147E+11', '147', '1134960147', '0.30000000000000004', '-12', '0.5'][index]}</v></c>`,
    );
    expect(await cellsOf(cells, { formats, xfs })).toBe('441134960147,00147,1134 960147,0.3,-12,0.5');
  });

  test('keeps the exponent of a whole number of more than 15 digits, of which a spreadsheet has lost some', async () => {
    const cells = ['1.2345678901234568E+17', '340123456789012345', '999999999999999', '4006381333931', '1E+15'].map(
      (value) => `<c><v>${value}</v></c>`,
    );
    expect(await cellsOf(cells)).toBe(
      '1.2345678901234568E+17,3.40123456789012345E+17,999999999999999,4006381333931,1E+15',
    );
  });

  test('reads an empty cell of the shared strings as empty, and a text beside a value once', async () => {
    const strings = '<si><t>first</t></si>';
    const cells = [
      '<c t="s"><v>0</v></c>',
      '<c t="s"><v></v></c>',
      '<c t="s"><v/></c>',
      '<c t="inlineStr"><is><t>once</t></is><v>once</v></c>',
      '<c t="inlineStr"><v>0</v><is><t>twice</t></is></c>',
      '<c t="str"><v>result</v></c>',
    ];
    expect(await cellsOf(cells, { strings })).toBe('first,,,once,twice,result');
  });

  test('writes dates and times in ISO form for both date systems', async () => {
    const formats =
      '<numFmt numFmtId="170" formatCode="[$-409]dd\\.mm\\.yyyy;@"/><numFmt numFmtId="171" formatCode="[h]:mm"/><numFmt numFmtId="172" formatCode="&quot;day &quot;0"/>';
    const xfs = [14, 22, 20, 170, 171, 172].map((id) => `<xf numFmtId="${id}"/>`).join('');
    const cells = [
      '<c s="1"><v>46348</v></c>',
      '<c s="2"><v>46348.75</v></c>',
      '<c s="3"><v>0.0138888889</v></c>',
      '<c s="4"><v>1</v></c>',
      '<c s="5"><v>1.5</v></c>',
      '<c s="6"><v>7</v></c>',
      '<c t="d"><v>2026-11-22T00:00:00</v></c>',
    ];
    expect(await cellsOf(cells, { formats, xfs })).toBe(
      '2026-11-22,2026-11-22 18:00:00,00:20:00,1900-01-01,36:00:00,7,2026-11-22',
    );
    const since1904 = { formats, xfs, book: '<workbookPr date1904="1"/>' };
    expect(await cellsOf(['<c s="1"><v>44886</v></c>', '<c s="1"><v>0</v></c>'], since1904)).toBe(
      '2026-11-22,1904-01-01',
    );
  });

  test('uses the stored result of a formula, and passes a formula without result on as a formula', async () => {
    const cells = [
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>2x</v></c>',
      '<c t="str"><f>""</f><v></v></c>',
      '<c><f>HYPERLINK("x")</f></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="inlineStr"><is><t>=1+1</t></is></c>',
    ];
    expect(await cellsOf(cells)).toBe(`2,2x,,"=HYPERLINK(""x"")",#DIV/0!,'=1+1`);
  });

  test('repeats merged cells in every row and keeps the row numbers', async () => {
    const sheet = `<sheetData><row r="2"><c r="A2" t="inlineStr"><is><t>code</t></is></c><c r="C2" t="inlineStr"><is><t>name</t></is></c></row>
      <row r="4"><c r="A4"><v>1</v></c><c r="C4"><v>7</v></c></row><row r="5"><c r="A5"><v>2</v></c><c r="C5"/></row><row r="6"><c r="B6"/></row>
      <row r="7"><c r="A7"><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="C4:C9"/><mergeCell ref="A1:C1"/></mergeCells>`;
    expect(await linesOf(createTestWorkbook({ sheets: { One: sheet } }))).toEqual([
      '',
      'code,,name',
      '',
      '1,,7',
      '2,,7',
      '',
      '3,,7',
    ]);
  });

  test('lists the sheets that are not empty, hidden ones last', async () => {
    const sheet = rows(['<c><v>1</v></c>']);
    const file = createTestWorkbook({ sheets: { Empty: '<sheetData/>', Staff: sheet, Stores: sheet } });
    expect((await readSheets(file)).map(({ name }) => name)).toEqual(['Staff', 'Stores', 'Hidden']);
    expect(await linesOf(file, 1)).toEqual(['1']);
  });

  test('reads back exactly what the portal has written', async () => {
    async function* table() {
      yield [
        ['_x0041_ & <b>', "'=1", ' 田中 '],
        ['', '=1+1', '0044'],
        ['a\nb', '"', ''],
      ];
    }
    expect(await linesOf(await createWorkbook('Users', table()))).toEqual([
      `_x0041_ & <b>,''=1," 田中 "`,
      `,'=1+1,0044`,
      `"a\nb","""",`.replace(/,$/, ''),
    ]);
  });
});

test('random texts survive a round trip through a workbook', async () => {
  const cell = fc
    .array(
      fc.oneof(
        fc.constantFrom('=', "'", '_x000D_', '<', '&amp;', ']]>', '"', '\r\n', '\n', ',', '0', ' '),
        fc.string({ unit: 'grapheme' }),
      ),
      { maxLength: 4 },
    )
    // oxlint-disable-next-line no-control-regex -- XML does not allow these characters
    .map((parts) => parts.join('').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
  const tables = fc.array(
    fc.array(
      cell.filter((text) => text.trim() !== ''),
      { minLength: 1, maxLength: 6 },
    ),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      async function* rows() {
        yield table;
      }
      const [sheet] = await readSheets(await createWorkbook('Users', rows()));
      expect([...sheet!.rows.values()]).toEqual(table);
    }),
    { numRuns: 40 },
  );
});

test('unpacking stops at the size limit', async () => {
  const bytes = zipSync({ 'xl/workbook.xml': new Uint8Array(5_000_000) });
  let taken = 0;
  const packed = { bytes, bytesLeft: 1_000_000 };
  const end = unpack(packed, () => (text) => (taken += text.length));
  expect(await end.then(() => 'taken', codeOf)).toBe('import.workbookTooLarge');
  expect(taken).toBeLessThanOrEqual(1_000_000);
});

test('names hidden rows, columns and sheets, and leaves them out only on request', async () => {
  const cells = (...texts: string[]) => texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('');
  const sheet =
    '<cols><col min="2" max="2" hidden="1"/><col min="4" max="16384" hidden="true"/></cols><sheetData>' +
    `<row r="1">${cells('code', 'price', 'name')}</row><row r="2" hidden="1">${cells('S1', '1', 'Ulm')}</row>` +
    `<row r="3">${cells('S2', '2', 'Jena')}</row><row r="4" hidden="true"/><row r="5" hidden="0">${cells('S3')}</row></sheetData>`;
  const [one, other] = await readSheets(createTestWorkbook({ sheets: { One: sheet } }));
  expect([one?.isHidden, other?.name, other?.isHidden]).toEqual([false, 'Hidden', true]);
  expect(hiddenParts(one!)).toEqual({ rowCount: 3, hiddenCount: 1, columns: ['price'] });
  expect(hiddenParts(other!)).toEqual({ rowCount: 0, hiddenCount: 0, columns: [] });
  const text = async (options?: { onlyVisible: boolean }) => (await sheetToCsv(one!, 'F', options).text()).slice(1);
  expect(await text()).toBe('code,price,name\r\nS1,1,Ulm\r\nS2,2,Jena\r\n\r\nS3\r\n');
  expect(await text({ onlyVisible: true })).toBe('code,,name\r\n\r\nS2,,Jena\r\n\r\nS3\r\n');
});
