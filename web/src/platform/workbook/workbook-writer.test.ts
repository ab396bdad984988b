import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createWorkbook } from './workbook-writer.ts';

async function* pages(...rows: string[][][]) {
  yield* rows;
}
const sheetOf = async (file: Blob) => {
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return { names: Object.keys(parts).sort(), sheet: strFromU8(parts['xl/worksheets/sheet1.xml']!) };
};

test('writes every row of every page, with each cell as text', async () => {
  const { names, sheet } = await sheetOf(
    await createWorkbook('Users', pages([['name']], [['=1+1'], ['<b>&"'], [' 田中 ']], [['+44 113'], ['']])),
  );
  expect(names).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(sheet).not.toContain('<f>');
  expect([...sheet.matchAll(/<t xml:space="preserve">([^<]*)<\/t>/g)].map(([, text]) => text)).toEqual([
    'name',
    '=1+1',
    '&lt;b&gt;&amp;&quot;',
    ' 田中 ',
    '+44 113',
  ]);
  expect(sheet.match(/<row>/g)).toHaveLength(6);
});

test('leaves out characters that XML does not allow', async () => {
  const { sheet } = await sheetOf(await createWorkbook('Users', pages([['a\u0000b\u000bc\td']])));
  expect(sheet).toContain('>abc\td<');
});
