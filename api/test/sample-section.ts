import { listOf } from '@storeward/contract/settings/lists/list-field';
import { hotkeyTypes } from '@storeward/contract/settings/kinds/hotkeys';
import { defineSection, type Section } from '@storeward/contract/settings/engine/section';
import type * as original from '@storeward/contract/settings/sections';
import * as z from 'zod/mini';

/** A section with a field of every kind, as a section of the product would define it. */
export const sampleSection = defineSection({
  name: 'sample',
  area: 'configuration',
  fields: {
    title: { kind: 'text', required: true, maxLength: 20, defaultValue: null, sample: 'Spring sale' },
    note: { kind: 'multiline', maxLength: 60, defaultValue: null },
    discount: { kind: 'number', min: 0, max: 50, step: 0.5, defaultValue: null, stricter: 'less' },
    isActive: { kind: 'switch', defaultValue: false },
    rounding: { kind: 'choice', choices: ['up', 'down'], defaultValue: null },
    currency: { kind: 'choice', choicesFrom: { list: 'currencies' }, defaultValue: null },
    countries: { kind: 'multi-choice', choicesFrom: { list: 'countries' }, defaultValue: null },
    tenders: { kind: 'multi-choice', required: true, choices: ['cash', 'card', 'voucher'], defaultValue: null },
    voucherPrefix: { kind: 'text', required: true, defaultValue: null, when: { tenders: ['voucher'] } },
    delay: { kind: 'duration', max: '02:00:00', defaultValue: null, stricter: 'more' },
    firstDay: { kind: 'date', min: '2026-01-01', defaultValue: null, stricter: 'more' },
    opens: { kind: 'time', defaultValue: null },
    closes: { kind: 'time', defaultValue: null },
    colour: { kind: 'colour', defaultValue: '#999999' },
    picture: { kind: 'image', defaultValue: null },
    terms: { kind: 'url', defaultValue: null },
    printer: { kind: 'ipv4', defaultValue: null },
    position: { kind: 'group', schema: z.object({ row: z.int(), column: z.int() }), defaultValue: null },
    label: {
      kind: 'object',
      properties: {
        width: { kind: 'number', required: true, min: 10, defaultValue: 50 },
        footer: { kind: 'text', defaultValue: null },
      },
      defaultValue: null,
    },
    banner: { kind: 'media', defaultValue: null },
    voucher: { kind: 'product', defaultValue: null },
    clubBadge: { kind: 'sku-selection', defaultValue: null },
    apiKey: { kind: 'secret', maxLength: 40, defaultValue: null },
    holidays: listOf({
      columns: {
        day: { kind: 'date', required: true, defaultValue: null },
        name: { kind: 'text', defaultValue: '' },
        isOpen: { kind: 'switch', defaultValue: false },
      },
      keyColumns: ['day'],
      inheritance: 'whole',
      maxRows: 4,
    }),
    tillKeys: {
      kind: 'hotkeys',
      columns: {
        type: { kind: 'choice', choices: hotkeyTypes, required: true, defaultValue: 'hotkey' },
        displayName: { kind: 'text', maxLength: 40, defaultValue: '' },
        SKU: { kind: 'text', maxLength: 64, defaultValue: '' },
      },
      inheritance: 'whole',
      maxRows: 4,
      defaultValue: [],
    },
    reasons: listOf({
      columns: {
        code: { kind: 'text', required: true, maxLength: 10, defaultValue: '' },
        label: { kind: 'text', defaultValue: '' },
        limit: { kind: 'number', min: 0, defaultValue: null },
      },
      keyColumns: ['code'],
      inheritance: 'rows',
      maxRows: 6,
      required: true,
    }),
  },
  checks: {
    'field.tooSmall': ({ opens, closes }) =>
      typeof opens === 'string' && typeof closes === 'string' && closes <= opens ? ['closes'] : [],
  },
});

type Sections = typeof original;

/** The module of the product's sections with the sample section added, for `vi.mock`. */
export function withSampleSection(product: Sections): Sections {
  const sections: Readonly<Record<string, Section>> = { ...product.sections, [sampleSection.name]: sampleSection };
  const sectionNames = Object.keys(sections);
  return {
    ...product,
    sections,
    sectionNames,
    sectionOf: (name: string) => sections[name],
    SectionName: z.enum(sectionNames),
  } as unknown as Sections;
}

/** One valid value of each field that a node sets as a whole: of all but the list `reasons`. */
export const sampleValues: Readonly<Record<string, unknown>> = {
  title: 'Summer; "sale"',
  note: 'First line\nsecond line',
  discount: 12.5,
  isActive: true,
  rounding: 'down',
  currency: 'GBP',
  countries: ['GB', 'IE'],
  tenders: ['cash', 'voucher'],
  voucherPrefix: 'VC',
  delay: '00:30:00',
  firstDay: '2026-06-01',
  opens: '08:30',
  closes: '20:00',
  colour: '#1A81C5',
  picture: '/files/picture.png',
  terms: 'https://shop.example.com/terms?lang=en',
  printer: '10.1.2.3',
  position: { row: 1, column: 2 },
  label: { width: 57.5, footer: 'Thank you' },
  banner: { file: `/files/00000000-0000-4000-8000-000000000000/${'a'.repeat(24)}.webp`, alt: 'A banner' },
  voucher: 'KS-1001',
  clubBadge: {
    SKU_selection: 'KS-1001',
    isVat: { 'KS-1001': true },
    badgeUrl: '',
    logoUrl: '',
    name_SKU_selection: '',
    number_SKU_selection: '',
    disable_for: '',
  },
  apiKey: 'the key of the sample',
  holidays: [
    { day: '2026-12-25', name: 'Christmas "Day"; closed', isOpen: false },
    { day: '2026-12-26', name: '', isOpen: true },
  ],
  tillKeys: [
    { type: 'group', displayName: 'Shirts; "home"', SKU: '' },
    { type: 'hotkey', displayName: 'Home shirt', SKU: 'KS-1001' },
  ],
};

/** The fields that every node must have a value for. */
export const requiredValues = { title: 'Winter sale', tenders: ['cash'] };

/** The fields of a save that gives them these values. */
export const requiredFields = Object.fromEntries(
  Object.entries(requiredValues).map(([field, value]) => [field, { value }]),
);
