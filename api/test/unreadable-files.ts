/** Invalid import files as [description, content, error code], for an import kind with this key column. */
export const unreadableFiles = (key: string): readonly (readonly [string, string | Uint8Array, string])[] => [
  ['nothing', '', 'import.empty'],
  ['a head alone', `${key},name\n`, 'import.empty'],
  ['no column that rows are known by', 'name,other\nA,B\n', 'import.missingColumn'],
  ['a column twice', `${key},name,${key.toUpperCase()}\nA,B,C\n`, 'import.doubleColumn'],
  ['an open quotation mark', `${key},name\nA,"B\nC,D\n`, 'import.brokenQuotes'],
  ['letters of another encoding', Buffer.from(`${key},name\nA,Caf\xe9\n`, 'latin1'), 'import.encoding'],
  ['zero bytes', `${key},name\nA,\0\n`, 'import.encoding'],
  [
    'a wrong letter far below',
    Buffer.from(`${key},name\n${'A,B\n'.repeat(50_000)}C,\xe9\n`, 'latin1'),
    'import.encoding',
  ],
  ['a packed workbook', Buffer.from('PK\x03\x04 and more'), 'import.notCsv'],
  ['a packed file of another kind', Buffer.from([0x1f, 0x8b, 8, 0]), 'import.notCsv'],
  ['a picture', Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'), 'import.notCsv'],
  ['a document', Buffer.from('%PDF-1.7 and more'), 'import.notCsv'],
  ['thousands of columns', `${key}${',x'.repeat(5_000)}\nA\n`, 'import.tooManyColumns'],
  ['a million columns', `${key}${',x'.repeat(1_000_000)}\nA\n`, 'import.rowTooLong'],
  ['sixty-five columns', `${key}${',x'.repeat(64)}\nA\n`, 'import.tooManyColumns'],
  ['ten megabytes in one cell', `${key},name\nA,"${'x'.repeat(10_000_000)}"\n`, 'import.rowTooLong'],
];
