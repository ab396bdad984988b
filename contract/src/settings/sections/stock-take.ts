import * as z from 'zod/mini';
import { HostName } from '../../fields.ts';
import { reportButtonMaxLength } from '../../limits.ts';
import { listOf } from '../lists/list-field.ts';
import { defineSection } from '../engine/section.ts';

/** How stock is counted at a node, the server that the counts are sent to, and the reports offered there. */
export const stockTake = defineSection({
  name: 'stockTake',
  area: 'module',
  group: 'stockTake',
  connection: {
    destination: ['host', 'port'],
    secret: 'password',
    required: ['host', 'userName'],
    optional: ['port', 'appName'],
  },
  fields: {
    expectedQuantity: { kind: 'switch', defaultValue: false, hint: true },
    locationUse: { kind: 'switch', defaultValue: false, hint: true },
    // if both are enabled, a code is valid with either check digit
    mod10: { kind: 'switch', defaultValue: false, hint: true },
    mod11: { kind: 'switch', defaultValue: false },
    appName: { kind: 'text', maxLength: 64, defaultValue: null, sample: 'stocktake' },
    userName: { kind: 'text', maxLength: 128, defaultValue: null },
    password: { kind: 'secret', defaultValue: null },
    host: { kind: 'text', schema: z.nullable(HostName), defaultValue: null, sample: 'counts.example.com' },
    port: { kind: 'number', min: 1, max: 65535, step: 1, defaultValue: null, sample: '8089' },
    splunkReports: listOf({
      columns: {
        buttonName: {
          kind: 'text',
          required: true,
          maxLength: reportButtonMaxLength,
          errorCodes: { 'field.tooLong': 'field.reportButtonTooLong' },
          defaultValue: '',
        },
        savedSearchName: { kind: 'text', required: true, maxLength: 256, defaultValue: '' },
      },
      keyColumns: ['buttonName'],
      inheritance: 'rows',
      maxRows: 50,
    }),
  },
});
