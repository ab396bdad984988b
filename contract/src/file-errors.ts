/** The errors of stored files, of uploads, and of exports. */
export const fileErrors = {
  'file.addressInvalid': { status: 400, text: 'Files cannot be uploaded to this address.' },
  'file.keyInvalid': { status: 400, text: 'No file can be stored under this key.' },
  'file.unknown': { status: 404, text: 'This file does not exist.' },
  'file.notYours': { status: 409, text: 'You can only delete files that you uploaded.' },
  'file.inUse': {
    status: 409,
    text: 'This file is in use and cannot be deleted. Files of past and planned settings cannot be deleted either.',
  },
  'file.noSuchRange': { status: 416, text: 'The file does not have this part.' },
  'file.addressUsed': { status: 409, text: 'A file has already been uploaded to this address.' },
  'file.storeSilent': { status: 503, text: 'The file storage is not responding. Try again in a moment.' },
  'upload.incomplete': { status: 308, text: 'The file has not been received completely yet.' },
  'upload.inProgress': { status: 409, text: 'This file is still being uploaded. Wait a moment, then try again.' },
  'upload.otherPosition': { status: 409, text: 'This part of the file does not follow the part received before.' },
  'upload.tooManyRefused': { status: 429, text: 'Too many of your files were refused. Wait a moment, then try again.' },
  'upload.tooMany': { status: 429, text: 'Too many files are being uploaded. Wait until one is done, then try again.' },
  'download.tooMany': { status: 429, text: 'A file is being exported already. Wait until it is done.' },
  'download.tooLargeForExcel': {
    status: 422,
    text: 'This export has more rows or longer texts than an Excel workbook can hold. Export it as a CSV file.',
  },
  'file.noRoomLeft': {
    status: 409,
    text: 'Your organisation’s file storage is full. Delete unused files in the media library.',
  },
  'bulk.unknownCodes': { status: 400, text: 'Some of these codes are not below the chosen location.' },
  'bulk.notBelow': { status: 409, text: 'Settings can only be applied to locations below the one they come from.' },
  'bulk.nothingToPush': { status: 409, text: 'No values are set in these sections.' },
  'bulk.noTargets': { status: 409, text: 'There is no location below to change.' },
  'bulk.tooMany': { status: 409, text: 'A bulk override can change up to 100,000 locations. Split it into two.' },
} as const;
