/** The errors of import files, of their rows, and of actions on an import. */
export const importErrors = {
  'import.unknown': { status: 404, text: 'This import does not exist, or you don’t have access.' },
  'import.notNow': {
    status: 409,
    text: 'This is not possible in the current state of the import. Check its progress.',
  },
  'import.notGlobal': { status: 409, text: 'Imports are available to users of an organisation only.' },
  'import.tooManyWaiting': {
    status: 409,
    text: 'Too many uploaded imports have not been started. Start or discard some of them first.',
  },
  'import.notCsv': { status: 400, text: 'Invalid file format' },
  'import.tooLarge': { status: 413, text: 'A file can have up to 32 MB. Split it into two files.' },
  'import.workbookProtected': {
    status: 400,
    text: 'This workbook is protected by a password. Save a copy without a password and choose it',
  },
  'import.workbookOld': {
    status: 400,
    text: 'This workbook is in the older format .xls. Save it as .xlsx and choose it again',
  },
  'import.workbookBinary': {
    status: 400,
    text: 'This workbook is in the binary format .xlsb. Save it as .xlsx and choose it again',
  },
  'import.workbookOpenDocument': {
    status: 400,
    text: 'This table is in the format .ods. Save it as .xlsx or .csv and choose it again',
  },
  'import.workbookTooLarge': {
    status: 400,
    text: 'This workbook is larger than 256 MB when unpacked. Keep only the sheet to import.',
  },
  'import.empty': { status: 400, text: 'This file has no rows.' },
  'import.encoding': {
    status: 400,
    text: 'The characters of this file cannot be read. Save it as CSV in UTF-8 and upload it again.',
  },
  'import.brokenQuotes': {
    status: 400,
    text: 'A quotation mark is in the wrong position, so the rows cannot be read.',
  },
  'import.oneColumn': {
    status: 400,
    text: 'All columns of this file are in one. Split them in the spreadsheet with “Text to Columns” and save the file again.',
  },
  'import.tooManyRows': { status: 400, text: 'A file can have up to 100,000 rows. Split it into two files.' },
  'import.tooManyColumns': { status: 400, text: 'A file may have up to 64 columns.' },
  'import.rowTooLong': { status: 400, text: 'A row may have up to 16 kB. A quotation mark may be missing at its end.' },
  'import.doubleColumn': { status: 400, text: 'Two columns of this file have the same name.' },
  'import.secretColumn': {
    status: 400,
    text: 'Secrets cannot be imported. Remove this column and enter them in the portal.',
  },
  'import.missingColumn': { status: 400, text: 'The first line of this file lacks a required column.' },
  'import.mappingWrong': { status: 400, text: 'The chosen columns do not match this file. Choose them again.' },
  // errors of a row
  'import.cellsBeyond': { status: 400, text: 'This row has more cells than the first line' },
  'import.formula': {
    status: 400,
    text: 'This begins like a formula. If it is text, put an apostrophe in front, in place of a “⚠”',
  },
  'import.shortened': {
    status: 400,
    text: 'The spreadsheet shortened this number. Format the column as text and enter the number again',
  },
  'import.errorWord': { status: 400, text: 'This is an error value of the spreadsheet' },
  'import.countryUnknown': { status: 400, text: 'No country has this name or code' },
  'import.twice': { status: 400, text: 'This appears in the file more than once' },
  'import.circle': { status: 400, text: 'These rows refer to each other as parents' },
  'import.placeUnknown': { status: 400, text: 'This location does not exist, or you don’t have access' },
  'import.parentUnknown': { status: 400, text: 'This location is neither in your area nor in this file' },
  'import.parentWrong': { status: 400, text: 'The location above this one has errors' },
  'import.typeFixed': { status: 400, text: 'The level of a location cannot change' },
  'import.rightMissing': { status: 400, text: 'Your role does not have the permission that this row requires' },
  'import.changedSince': { status: 400, text: 'Someone changed this after the file was checked' },
  'import.placeAmbiguous': { status: 400, text: 'Several locations have this name. Enter the code instead' },
  'import.takenOutside': { status: 400, text: 'This is taken by a record outside your area' },
  'import.personGone': { status: 409, text: 'The user who started this import is no longer allowed to.' },
  'import.undoRight': { status: 409, text: 'Undoing this import requires permissions that your role does not have.' },
  'import.broke': {
    status: 500,
    text: 'Something went wrong on our side. Imported rows are kept, and the import can continue.',
  },
} as const;
