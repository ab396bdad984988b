import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aWorkbook, rows, type Wish } from '../../test/a-workbook.ts';
import { ApiError } from './api.ts';
import { workbookOf } from './workbook.ts';
import { csvOf, sheetsOf } from './workbook-file.ts';
import { unpack } from './workbook-parts.ts';

const linesOf = async (file: Blob, at = 0) =>
  (await csvOf((await sheetsOf(file))[at]!, 'File.xlsx').text())
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .slice(0, -1);
const cellsOf = async (cells: string[], more: Wish = {}) =>
  (await linesOf(aWorkbook({ sheets: { One: rows(cells) }, ...more })))[0];
const codeOf = (fault: unknown) => (fault instanceof ApiError ? fault.code : fault);
const refusal = (file: Blob) => linesOf(file).then(() => 'taken', codeOf);

describe('a workbook becomes the text that the server reads', () => {
  it('with texts shared, in place, in many looks, and never how they are read aloud', async () => {
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

  it.each([
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
  ])('with codes in the format %s: %s is %s', async (format, value, shown) => {
    const formats = `<numFmt numFmtId="164" formatCode="${format.replaceAll('"', '&quot;')}"/>`;
    const cell = `<c s="1"><v>${value}</v></c>`;
    expect(await cellsOf([cell], { formats, xfs: '<xf numFmtId="164"/>' })).toBe(shown);
  });

  it('with numbers as they are shown: every digit, noughts before them, no powers of ten', async () => {
    const formats =
      '<numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0000&quot; &quot;000000"/>';
    const xfs = '<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/>';
    const cells = ['0', '1', '2', '0', '0', '3'].map(
      (look, at) =>
        `<c s="${look}"><v>${['4.41134960147E+11', '147', '1134960147', '0.30000000000000004', '-12', '0.5'][at]}</v></c>`,
    );
    expect(await cellsOf(cells, { formats, xfs })).toBe("441134960147,00147,1134 960147,0.3,'-12,0.5");
  });

  it('with days and times in one way, whichever year the workbook counts from', async () => {
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

  it('with what came of a formula, and never the work itself; without that it is told as a formula', async () => {
    const cells = [
      '<c><f>1+1</f><v>2</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>2x</v></c>',
      '<c t="str"><f>""</f><v></v></c>',
      '<c><f>HYPERLINK("x")</f></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="inlineStr"><is><t>=1+1</t></is></c>',
    ];
    expect(await cellsOf(cells)).toBe(`2,2x,,"=HYPERLINK(""x"")","=#DIV/0!",'=1+1`);
  });

  it('with what stands once over several rows in each of them, and each row where it stands', async () => {
    const sheet = `<sheetData><row r="2"><c r="A2" t="inlineStr"><is><t>code</t></is></c><c r="C2" t="inlineStr"><is><t>name</t></is></c></row>
      <row r="4"><c r="A4"><v>1</v></c><c r="C4"><v>7</v></c></row><row r="5"><c r="A5"><v>2</v></c><c r="C5"/></row><row r="6"><c r="B6"/></row>
      <row r="7"><c r="A7"><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="C4:C9"/><mergeCell ref="A1:C1"/></mergeCells>`;
    expect(await linesOf(aWorkbook({ sheets: { One: sheet } }))).toEqual([
      '',
      'code,,name',
      '',
      '1,,7',
      '2,,7',
      '',
      '3,,7',
    ]);
  });

  it('of each sheet that people see and that holds anything', async () => {
    const one = rows(['<c><v>1</v></c>']);
    const file = aWorkbook({ sheets: { Empty: '<sheetData/>', Staff: one, Stores: one } });
    expect((await sheetsOf(file)).map(({ name }) => name)).toEqual(['Staff', 'Stores']);
    expect(await linesOf(file, 1)).toEqual(['1']);
  });

  it('and what this portal has written comes back letter by letter', async () => {
    async function* table() {
      yield [
        ['_x0041_ & <b>', "'=1", ' 田中 '],
        ['', '=1+1', '0044'],
        ['a\nb', '"', ''],
      ];
    }
    expect(await linesOf(await workbookOf('Users', table()))).toEqual([
      `_x0041_ & <b>,''=1," 田中 "`,
      `,'=1+1,0044`,
      `"a\nb","""",`.replace(/,$/, ''),
    ]);
  });
});

it('random texts that were written into a workbook come out of it as they were', async () => {
  const cell = fc
    .array(
      fc.oneof(
        fc.constantFrom('=', "'", '_x000D_', '<', '&amp;', ']]>', '"', '\r\n', '\n', ',', '0', ' '),
        fc.string({ unit: 'grapheme' }),
      ),
      { maxLength: 4 },
    )
    // oxlint-disable-next-line no-control-regex -- what no such file can hold is left out of it
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
      const [sheet] = await sheetsOf(await workbookOf('Users', rows()));
      expect([...sheet!.rows.values()]).toEqual(table);
    }),
    { numRuns: 40 },
  );
});

describe('a file that is no sound workbook is refused by name', () => {
  const many = (count: number) => rows(...Array.from({ length: count }, () => ['<c><v>1</v></c>']));
  it.each([
    ['a picture', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47])]), 'import.notCsv'],
    ['an archive of something else', new Blob([zipSync({ 'a.txt': strToU8('a') })]), 'import.notCsv'],
    ['a broken sheet', aWorkbook({ sheets: { One: '<sheetData><row></sheetData>' } }), 'import.notCsv'],
    [
      'words that stand for longer ones',
      aWorkbook({ sheets: { One: '<sheetData/>' }, book: '<!DOCTYPE x [<!ENTITY a "b">]>' }),
      'import.notCsv',
    ],
    ['a text that is not there', aWorkbook({ sheets: { One: rows(['<c t="s"><v>7</v></c>']) } }), 'import.notCsv'],
    [
      'a row beyond all rows',
      aWorkbook({ sheets: { One: '<sheetData><row r="99999999"/></sheetData>' } }),
      'import.notCsv',
    ],
    ['more rows than a file may have', aWorkbook({ sheets: { One: many(100_002) } }), 'import.tooManyRows'],
    [
      'a cell far to the right',
      aWorkbook({ sheets: { One: rows(['<c r="XFD1"><v>1</v></c>']) } }),
      'import.tooManyColumns',
    ],
    [
      'one long text again and again',
      aWorkbook({
        sheets: { One: rows(...Array.from({ length: 3_000 }, () => ['<c t="s"><v>0</v></c>'])) },
        strings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
      }),
      'import.tooLarge',
    ],
  ])('%s', async (_what, file, code) => {
    expect(await refusal(file)).toBe(code);
  });

  it('however much it promises, no more of it is unpacked than a workbook may hold', async () => {
    const bytes = zipSync({ 'xl/workbook.xml': new Uint8Array(5_000_000) });
    let taken = 0;
    const packed = { bytes, left: 1_000_000 };
    const end = unpack(packed, () => (text) => (taken += text.length));
    expect(await end.then(() => 'taken', codeOf)).toBe('import.workbookTooLarge');
    expect(taken).toBeLessThanOrEqual(1_000_000);
  });
});
