import { defineSection } from '../engine/section.ts';

/** The ways in which a customer can get a receipt. */
export const receiptDelivery = defineSection({
  name: 'receiptDelivery',
  area: 'module',
  group: 'ebasket',
  fields: {
    print: { kind: 'switch', defaultValue: true },
    email: { kind: 'switch', defaultValue: false },
    giftCard: { kind: 'switch', defaultValue: false },
    weChat: { kind: 'switch', defaultValue: false },
  },
});
