import * as z from 'zod/mini';
import { text } from '../../fields.ts';
import { displayNameMinLength } from '../../limits.ts';
import { listOf } from '../lists/list-field.ts';
import { defineSection } from '../engine/section.ts';

export const paymentOptions = [
  'Cash',
  'Card',
  'Contactless',
  'Amex',
  'WeChat',
  'AliPay',
  'Gift Card',
  'Disney Points',
  'Venmo',
  'Afterpay',
  'Unionpay',
  'Paypal',
  'Klarna',
  'Remote Pay',
  'card (SEPAY)',
  'PDQ',
  'Pay By Link',
  'KNET',
  'Cheque',
  'Gift Voucher',
] as const;

export const paymentSubTypes = [
  'Debit Card',
  'Mastercard Credit',
  'Visa Credit',
  'Diner',
  'American Express',
  'Apple Pay',
  'Android Pay',
] as const;

export const fulfilmentTypes = ['clickNCollect', 'inStore', 'shipToStore', 'webOrder'] as const;

/** A name that customers see: empty, or long enough to be read at the till. */
const PaymentDisplayName = text(64).check(
  z.refine((name) => name === '' || name.length >= displayNameMinLength, 'field.displayNameTooShort'),
);

/** The ways to pay that a node offers, in the order of the till. */
export const payments = defineSection({
  name: 'payments',
  area: 'module',
  group: 'transactions',
  fields: {
    options: listOf({
      columns: {
        // names may repeat; this id is what tills and reports refer to
        paymentId: {
          kind: 'text',
          required: true,
          maxLength: 32,
          errorCodes: { 'field.duplicateKey': 'field.paymentIdExists' },
          defaultValue: '',
        },
        name: { kind: 'choice', required: true, choices: paymentOptions, defaultValue: null },
        type: { kind: 'text', maxLength: 32, defaultValue: '', isDetail: true },
        authCode: { kind: 'text', maxLength: 64, defaultValue: '', isDetail: true },
        displayName: { kind: 'text', schema: PaymentDisplayName, defaultValue: '' },
        externalType: { kind: 'text', maxLength: 64, defaultValue: '', isDetail: true },
        externalSubType: { kind: 'choice', choices: paymentSubTypes, defaultValue: null, isDetail: true },
        tenderItemKey: { kind: 'text', maxLength: 64, defaultValue: '', isDetail: true },
        fulfilmentTypes: { kind: 'multi-choice', choices: fulfilmentTypes, defaultValue: [] },
      },
      keyColumns: ['paymentId'],
      inheritance: 'rows',
    }),
  },
});
