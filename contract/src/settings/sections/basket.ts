import * as z from 'zod/mini';
import { text } from '../../fields.ts';
import { customerIdMaxLength, customerIdPrefixMaxLength } from '../../limits.ts';
import { defineSection, type EffectiveValues } from '../engine/section.ts';

export const saleFlows = ['default', 'custom ticketing'] as const;
export const taxModes = ['INDEPENDENT_OF_PRICE', 'INCLUDED_IN_PRICE'] as const;
export const giftCardTypes = ['PGC', 'EGC'] as const;
/** The countries whose fiscal rules the till follows. */
export const fiscalCountries = ['France', 'Germany', 'Poland'] as const;

const length = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

/** The fields of a customer id that is longer than the tills can store. */
const overlongCustomerId = ({ customerIdPrefix, customerIdSequence }: EffectiveValues): readonly string[] =>
  length(customerIdPrefix) + length(customerIdSequence) > customerIdMaxLength ? ['customerIdSequence'] : [];

/** How the tills of a node sell. */
export const basket = defineSection({
  name: 'basket',
  area: 'module',
  group: 'ebasket',
  fields: {
    customerIdPrefix: {
      kind: 'text',
      maxLength: customerIdPrefixMaxLength,
      errorCodes: { 'field.tooLong': 'field.prefixTooLong' },
      defaultValue: null,
      hint: true,
      sample: 'KS',
    },
    // a text: leading zeros count
    customerIdSequence: {
      kind: 'text',
      schema: z.nullable(text(customerIdMaxLength).check(z.regex(/^\d*$/, 'field.digits'))),
      defaultValue: null,
      hint: true,
      sample: '000001',
    },
    saleFlow: { kind: 'choice', choices: saleFlows, defaultValue: 'default' },
    applyBestPromotion: { kind: 'switch', defaultValue: false },
    applyStaffDiscount: { kind: 'switch', defaultValue: false },
    taxMode: { kind: 'choice', choices: taxModes, defaultValue: null },
    giftCardType: { kind: 'choice', choices: giftCardTypes, defaultValue: null },
    fiscalCountry: { kind: 'choice', choices: fiscalCountries, defaultValue: null },
  },
  checks: { 'field.customerIdTooLong': overlongCustomerId },
});
