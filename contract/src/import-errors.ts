/** The errors of import files, of their rows, and of actions on an import. */
export const importErrors = {
  'import.unknown': { status: 404, text: 'This import does not exist, or you don’t have access.' },
  'import.notNow': { status: 409, text: 'This import cannot do that now. Check its progress.' },
  'import.notGlobal': { status: 409, text: 'Imports are for the people of one organisation.' },
  'import.tooManyWaiting': {
    status: 409,
    text: 'Too many imports have been uploaded and not started. Start or discard some of them first.',
  },
  'import.notCsv': { status: 400, text: 'Invalid file format' },
  'import.tooLarge': { status: 413, text: 'A file can have up to 32 MB. Split it into two files.' },
  'import.workbookProtected': {
    status: 400,
    text: 'This workbook is protected by a password. Save a copy without one and choose that',
  },
  'import.workbookOld': {
    status: 400,
    text: 'This is a workbook in the older format .xls. Save it as .xlsx and choose that',
  },
  'import.workbookBinary': {
    status: 400,
    text: 'This is a workbook in the binary format .xlsb. Save it as .xlsx and choose that',
  },
  'import.workbookOpenDocument': {
    status: 400,
    text: 'This is a table in the format .ods. Save it as .xlsx or .csv and choose that',
  },
  'import.workbookTooLarge': {
    status: 400,
    text: 'This workbook has more than 256 MB when unpacked. Keep only the sheet to import.',
  },
  'import.empty': { status: 400, text: 'There is no row in this file.' },
  'import.encoding': {
    status: 400,
    text: 'The letters of this file cannot be read. Save it as CSV in UTF-8 and upload it again.',
  },
  'import.brokenQuotes': {
    status: 400,
    text: 'A quotation mark is in the wrong position, so the rows cannot be read.',
  },
  'import.tooManyRows': { status: 400, text: 'A file can have up to 100,000 rows. Split it into two files.' },
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
  'import.shortened': {
    status: 400,
    text: 'Shortened by the spreadsheet: digits are missing. Format the column as text and enter the number again',
  },
  'import.errorWord': { status: 400, text: 'This is an error of the spreadsheet, not a value' },
  'import.twice': { status: 400, text: 'This appears in the file more than once' },
  'import.circle': { status: 400, text: 'These rows are below one another in a circle' },
  'import.placeUnknown': { status: 400, text: 'This location does not exist, or you don’t have access' },
  'import.parentUnknown': { status: 400, text: 'This location does not exist in your area or in this file' },
  'import.parentWrong': { status: 400, text: 'The location above this one has errors' },
  'import.typeFixed': { status: 400, text: 'The level of a location cannot change' },
  'import.rightMissing': { status: 400, text: 'Your role does not have the permission that this row needs' },
  'import.changedSince': { status: 400, text: 'Someone changed this after the file was checked' },
  'import.placeAmbiguous': { status: 400, text: 'Several locations have this name. Enter the code' },
  'import.takenOutside': { status: 400, text: 'This is taken by a record outside your area' },
  'import.personGone': { status: 409, text: 'The user who started this import is no longer allowed to.' },
  'import.undoRight': { status: 409, text: 'Undoing this import needs permissions that your role does not have.' },
  'import.broke': {
    status: 500,
    text: 'Something went wrong on our side. What was imported is kept, and the import can continue.',
  },
} as const;
