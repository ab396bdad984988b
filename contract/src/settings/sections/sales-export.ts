import { integrationProviders } from './integration-providers.ts';
import { defineSection } from '../engine/section.ts';

/** The queues that transactions can be exported to. */
const exportQueues = ['salesExportQueue'] as const;

/** Where sales are exported to: an FTP server, the API of a provider, and a queue. */
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
    api: { kind: 'choice', choices: integrationProviders, dialog: 'selectApi', defaultValue: null },
    queue: { kind: 'choice', choices: exportQueues, dialog: 'selectQueue', defaultValue: null },
  },
});
