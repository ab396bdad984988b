import { emptySkuSelection } from '@storeward/contract/settings/kinds/sku-selection';
import type { FieldValue } from './setting-model.ts';

/** The section of each field that the walk of settings changes: a field of every kind that it can. */
export const walkedSections = {
  autoLogoutDuration: 'nodeConfig',
  displayName: 'ebasketDisplay',
  discount: 'sample',
  firstDay: 'sample',
  countries: 'sample',
  holidays: 'sample',
  clubBadge: 'sample',
  tillKeys: 'sample',
  note: 'sample',
  isActive: 'sample',
  rounding: 'sample',
  opens: 'sample',
  colour: 'sample',
  terms: 'sample',
  printer: 'sample',
  position: 'sample',
  label: 'sample',
  voucher: 'sample',
} as const;
export type Field = keyof typeof walkedSections;
export const walkedFields = Object.keys(walkedSections) as Field[];
/** Fields whose values cannot be compared can only be locked. */
const comparable: readonly Field[] = ['autoLogoutDuration', 'discount', 'firstDay'];
export const lockableOnly: readonly Field[] = walkedFields.filter((field) => !comparable.includes(field));
/** The values of each field, strict ones first where they can be compared. */
export const walkedValues: Record<Field, readonly FieldValue[]> = {
  autoLogoutDuration: ['00:05:00', '00:10:00', '00:20:00', '01:00:00'],
  displayName: ['Basket A', 'Basket B', 'Basket C'],
  // the order of the numbers is not that of their digits
  discount: [5, 10, 25.5, 40],
  firstDay: ['2026-12-01', '2026-06-15', '2026-01-31'],
  holidays: [
    [{ day: '2026-12-25', name: 'Christmas', isOpen: false }],
    [
      { day: '2026-12-25', name: '', isOpen: true },
      { day: '2026-12-26', name: '', isOpen: false },
    ],
  ],
  countries: [['GB'], ['IE', 'FR'], ['GB', 'IE', 'FR']],
  clubBadge: ['KS-1', 'KS-2', 'KS-3'].map((sku) => ({
    ...emptySkuSelection,
    SKU_selection: sku,
    isVat: { [sku]: true },
  })),
  tillKeys: [
    [{ type: 'group', displayName: 'Shirts', SKU: '' }],
    [
      { type: 'group', displayName: 'Socks', SKU: '' },
      { type: 'hotkey', displayName: 'Home shirt', SKU: 'KS-1' },
    ],
  ],
  note: ['One line', 'Two\nlines'],
  isActive: [true, false],
  rounding: ['up', 'down'],
  opens: ['08:30', '09:00'],
  colour: ['#112233', '#aabbcc'],
  terms: ['https://one.example.com/terms', 'https://two.example.com/terms'],
  printer: ['10.0.0.1', '10.0.0.2'],
  position: [
    { row: 1, column: 2 },
    { row: 2, column: 1 },
  ],
  label: [
    { width: 10, footer: 'Thank you' },
    { width: 80, footer: null },
  ],
  voucher: ['KS-1', 'KS-2'],
};

/** The value of a field that no node sets; null for all others. */
export const walkedDefaults: Partial<Record<Field, FieldValue>> = {
  holidays: [],
  tillKeys: [],
  isActive: false,
  colour: '#999999',
};
