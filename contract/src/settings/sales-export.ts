import { defineSection } from './section.ts';

/** The FTP server that sales are exported to. */
export const salesExport = defineSection({
  name: 'salesExport',
  area: 'module',
  group: 'transactions',
  connection: { destination: ['url'], secret: 'password', required: ['url', 'folderName'], optional: ['username'] },
  fields: {
    url: {
      kind: 'url',
      schemes: ['ftp', 'ftps'],
      errorCodes: { 'field.webAddress': 'field.ftpAddress' },
      defaultValue: null,
      sample: 'ftps://sales.example.com',
    },
    username: { kind: 'text', maxLength: 128, defaultValue: null },
    password: { kind: 'secret', defaultValue: null },
    folderName: {
      kind: 'text',
      required: true,
      errorCodes: { 'field.required': 'field.folderNameRequired' },
      defaultValue: null,
      sample: 'outbound',
    },
    versionUrl: {
      kind: 'url',
      required: true,
      schemes: ['https', 'http'],
      errorCodes: { 'field.required': 'field.versionUrlRequired', 'field.webAddress': 'field.httpAddress' },
      defaultValue: null,
      sample: 'https://sales.example.com/version',
    },
  },
});
