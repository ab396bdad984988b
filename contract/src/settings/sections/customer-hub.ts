import * as z from 'zod/mini';
import { Email, requiredText } from '../../fields.ts';
import { PhoneInput } from '../../phone-number.ts';
import { defineSection } from '../engine/section.ts';

/** What a till may do with customers in the customer hub. */
export const customerActions = ['Create Customer', 'Update Customer'] as const;

/** Regions of the customer hub; not those that decide which portal shows a node. */
export const customerRegions = ['US', 'CHINA', 'JAPAN', 'EMEA', 'Rest of World', 'China'] as const;

const RequiredPhone = z.pipe(
  z.string('field.required').check(z.trim(), z.minLength(1, { error: 'field.required', abort: true })),
  PhoneInput,
);

/** The customer that tills use when no other is known, and what they may do in the customer hub. */
export const customerHub = defineSection({
  name: 'customerHub',
  area: 'module',
  group: 'customers',
  nationalNumber: { field: 'phone', country: 'country' },
  serverCheck: 'country',
  fields: {
    customerActions: { kind: 'multi-choice', choices: customerActions, defaultValue: [] },
    firstName: { kind: 'text', required: true, maxLength: 64, defaultValue: null },
    lastName: { kind: 'text', required: true, maxLength: 64, defaultValue: null },
    phone: { kind: 'text', required: true, schema: RequiredPhone, defaultValue: null, hint: true },
    email: {
      kind: 'text',
      required: true,
      schema: Email,
      errorCodes: { 'field.required': 'field.emailRequired' },
      defaultValue: null,
    },
    address: { kind: 'text', required: true, schema: requiredText(256), defaultValue: null },
    region: { kind: 'choice', required: true, choices: customerRegions, defaultValue: null },
    country: { kind: 'choice', required: true, choicesFrom: { list: 'countries' }, defaultValue: null },
    city: { kind: 'text', required: true, maxLength: 64, defaultValue: null },
    postCode: { kind: 'text', required: true, maxLength: 16, defaultValue: null },
  },
});
