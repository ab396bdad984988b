/** The errors of import files, of their rows, and of actions on an import. */
export const importErrors = {
  'import.unknown': { status: 404, text: 'This import does not exist, or lies outside your area.' },
  'import.notNow': { status: 409, text: 'This import cannot do that just now. Look at how far it is.' },
  'import.notGlobal': { status: 409, text: 'Imports are for the people of one organisation.' },
  'import.tooManyWaiting': {
    status: 409,
    text: 'Too many imports have been uploaded and not started. Start or discard some of them first.',
  },
  'import.notCsv': { status: 400, text: 'Invalid file format' },
  'import.tooLarge': { status: 413, text: 'A file may have up to 32 MB. Part it in two.' },
  'import.workbookTooLarge': {
    status: 400,
    text: 'This workbook holds more than 256 MB when it is unpacked. Keep only the sheet that is to be imported.',
  },
  'import.empty': { status: 400, text: 'There is no row in this file.' },
  'import.encoding': {
    status: 400,
    text: 'The letters of this file cannot be read. Save it as CSV in UTF-8 and upload it again.',
  },
  'import.brokenQuotes': {
    status: 400,
    text: 'A quotation mark stands in the wrong place, so the rows cannot be told apart.',
  },
  'import.tooManyRows': { status: 400, text: 'A file may have up to 100,000 rows. Part it in two.' },
  'import.tooManyColumns': { status: 400, text: 'A file may have up to 64 columns.' },
  'import.rowTooLong': { status: 400, text: 'A row may have up to 16 kB. A quotation mark may be missing at its end.' },
  'import.doubleColumn': { status: 400, text: 'Two columns of this file have the same name.' },
  'import.secretColumn': {
    status: 400,
    text: 'Secrets are not taken from a file. Take this column out, and type them where they belong.',
  },
  'import.missingColumn': { status: 400, text: 'A column that is needed is missing in the first line of this file.' },
  'import.mappingWrong': { status: 400, text: 'The columns chosen do not fit this file. Choose them again.' },
  // errors of a row
  'import.cellsBeyond': { status: 400, text: 'This row has more cells than the first line has columns' },
  'import.formula': {
    status: 400,
    text: 'This begins like a formula. If it is text, put an apostrophe before it, in place of a “⚠”',
  },
  'import.twice': { status: 400, text: 'This stands in the file more than once' },
  'import.circle': { status: 400, text: 'These rows stand below one another in a circle' },
  'import.placeUnknown': { status: 400, text: 'There is no such place in your area' },
  'import.parentUnknown': { status: 400, text: 'There is no such place in your area, nor in this file' },
  'import.parentWrong': { status: 400, text: 'The place above this one is wrong itself' },
  'import.typeFixed': { status: 400, text: 'A place stays of the kind it is' },
  'import.rightMissing': { status: 400, text: 'Your role does not hold the permission that this row needs' },
  'import.changedSince': { status: 400, text: 'Somebody has changed this since the file was checked' },
  'import.placeAmbiguous': { status: 400, text: 'Several places have this name: give the code' },
  'import.takenOutside': { status: 400, text: 'This is taken by a record outside your area' },
  'import.personGone': { status: 409, text: 'Whoever started this import may not do so any more.' },
  'import.undoRight': { status: 409, text: 'Taking this import back needs permissions that your role does not hold.' },
  'import.broke': {
    status: 500,
    text: 'Something went wrong on our side. What is written stays; the import can go on.',
  },
} as const;
