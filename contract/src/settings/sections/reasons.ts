import { listOf } from '../lists/list-field.ts';
import { defineSection } from '../engine/section.ts';

/** The actions at a till that require a reason. */
export const reasonCategories = [
  'return',
  'exchange',
  'discount',
  'priceOverride',
  'void',
  'noSale',
  'paidIn',
  'paidOut',
  'stockAdjustment',
] as const;

/** The reasons that tills offer, by the action that requires one. */
export const reasons = defineSection({
  name: 'reasons',
  area: 'module',
  group: 'transactions',
  fields: {
    reasons: listOf({
      columns: {
        reasonId: {
          kind: 'text',
          required: true,
          maxLength: 32,
          errorCodes: { 'field.duplicateKey': 'field.reasonIdExists' },
          defaultValue: '',
        },
        category: { kind: 'choice', required: true, choices: reasonCategories, defaultValue: null },
        description: { kind: 'text', required: true, maxLength: 128, defaultValue: '' },
      },
      keyColumns: ['reasonId'],
      inheritance: 'rows',
    }),
  },
});
