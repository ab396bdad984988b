import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

/** ISO 3166-1 alpha-2 code and English name. */
export const Country = z.object({ code: z.string(), name: z.string() });
export type Country = z.infer<typeof Country>;

/** A portal language with its name in itself. */
export const PortalLanguage = z.object({ code: z.string(), name: z.string(), isDefaultSelected: z.boolean() });
export type PortalLanguage = z.infer<typeof PortalLanguage>;

/** IANA name of a time zone, and the same with spaces for display. */
export const TimeZoneOption = z.object({ code: z.string(), name: z.string() });
export type TimeZoneOption = z.infer<typeof TimeZoneOption>;

/** ISO 4217 code, English name, symbol and number of decimal digits. */
export const Currency = z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.int() });
export type Currency = z.infer<typeof Currency>;

export const DateFormat = z.object({ dateId: z.string(), dateFormat: z.string(), isDefaultSelected: z.boolean() });
export type DateFormat = z.infer<typeof DateFormat>;

export const TimeFormat = z.object({ timeId: z.string(), timeFormat: z.string(), isDefaultSelected: z.boolean() });
export type TimeFormat = z.infer<typeof TimeFormat>;

/** A module with its code (`shortName`), if it has one. */
export const ModuleOption = z.object({ name: z.string(), shortName: z.nullable(z.string()) });
export type ModuleOption = z.infer<typeof ModuleOption>;

export const RetentionPeriod = z.object({ id: z.string(), name: z.string(), days: z.int() });
export type RetentionPeriod = z.infer<typeof RetentionPeriod>;

/** The bytes of the largest QR code with medium error correction (version 40-M). */
const maxQrBytes = 2331;

const utf8Length = (text: string): number =>
  [...text].reduce((sum, character) => {
    const point = character.codePointAt(0)!;
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }, 0);

/** A text for a QR code, which holds fewer characters of other scripts than of ASCII. */
const qrText = requiredText(1000).check(z.refine((text) => utf8Length(text) <= maxQrBytes, 'field.tooLong'));

const referenceList = { method: 'GET', allow: 'signedIn', byApiKey: 'allow', immutable: true } as const;

/** Reference lists, the same for all organisations. */
export const reference = endpoints({
  countries: {
    ...referenceList,
    path: '/common/countries',
    summary: 'The countries and territories of the world, by their English names.',
    result: z.array(Country),
  },
  languages: {
    ...referenceList,
    path: '/common/language',
    summary: 'The languages of the portal.',
    result: z.array(PortalLanguage),
  },
  timeZones: {
    ...referenceList,
    path: '/common/timezones',
    summary: 'The time zones of the world.',
    result: z.array(TimeZoneOption),
  },
  currencies: {
    ...referenceList,
    path: '/common/currency',
    summary: 'The currencies in circulation.',
    result: z.array(Currency),
  },
  shortDates: {
    ...referenceList,
    path: '/common/short-date',
    summary: 'The numeric date formats.',
    result: z.array(DateFormat),
  },
  longDates: {
    ...referenceList,
    path: '/common/long-date',
    summary: 'The date formats with names of months.',
    result: z.array(DateFormat),
  },
  shortTimes: {
    ...referenceList,
    path: '/common/short-time',
    summary: 'The time formats without seconds.',
    result: z.array(TimeFormat),
  },
  longTimes: {
    ...referenceList,
    path: '/common/long-time',
    summary: 'The time formats with seconds.',
    result: z.array(TimeFormat),
  },
  modules: {
    ...referenceList,
    path: '/common/module',
    summary: 'The modules of the product.',
    result: z.array(ModuleOption),
  },
  purge: {
    ...referenceList,
    path: '/common/purge',
    summary: 'The retention periods to choose from, the default first.',
    result: z.array(RetentionPeriod),
  },
  qrCode: {
    method: 'POST',
    path: '/common/qrcode/generate',
    summary: 'An image from which cameras read a text, as a PNG in a data address.',
    allow: 'signedIn',
    byApiKey: 'allow',
    body: z.object({ text: qrText }),
    result: z.string(),
    skipsIdempotency: true,
    duringImpersonation: 'allow',
  },
});
