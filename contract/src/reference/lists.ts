import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

/** A country or territory by its two letters, with its English name. */
export const Country = z.object({ code: z.string(), name: z.string() });
export type Country = z.infer<typeof Country>;

/** A language the portal speaks, by what it calls itself. */
export const SpokenLanguage = z.object({ code: z.string(), name: z.string(), isDefaultSelected: z.boolean() });
export type SpokenLanguage = z.infer<typeof SpokenLanguage>;

/** A time zone by its IANA name, and the same to be read. */
export const NamedTimeZone = z.object({ code: z.string(), name: z.string() });
export type NamedTimeZone = z.infer<typeof NamedTimeZone>;

/** A currency with its English name, its sign, and how many digits an amount has after the point. */
export const Currency = z.object({ code: z.string(), name: z.string(), symbol: z.string(), digits: z.int() });
export type Currency = z.infer<typeof Currency>;

/** One way to write a date. */
export const DateFormat = z.object({ dateId: z.string(), dateFormat: z.string(), isDefaultSelected: z.boolean() });
export type DateFormat = z.infer<typeof DateFormat>;

/** One way to write a time. */
export const TimeFormat = z.object({ timeId: z.string(), timeFormat: z.string(), isDefaultSelected: z.boolean() });
export type TimeFormat = z.infer<typeof TimeFormat>;

/** A module by name, and by the short name that addresses it, where it has one. */
export const NamedModule = z.object({ name: z.string(), shortName: z.nullable(z.string()) });
export type NamedModule = z.infer<typeof NamedModule>;

/** For how long records are kept before they are purged. */
export const RetentionChoice = z.object({ id: z.string(), name: z.string(), days: z.int() });
export type RetentionChoice = z.infer<typeof RetentionChoice>;

const list = { method: 'GET', allow: 'signedIn', unchanging: true } as const;

/** What everybody chooses from, the same everywhere. */
export const reference = endpoints({
  countries: {
    ...list,
    path: '/common/countries',
    about: 'The countries and territories of the world, by their English names.',
    result: z.array(Country),
  },
  languages: {
    ...list,
    path: '/common/language',
    about: 'The languages the portal speaks.',
    result: z.array(SpokenLanguage),
  },
  timeZones: {
    ...list,
    path: '/common/timezones',
    about: 'The time zones of the world.',
    result: z.array(NamedTimeZone),
  },
  currencies: {
    ...list,
    path: '/common/currency',
    about: 'The currencies that people pay with.',
    result: z.array(Currency),
  },
  shortDates: {
    ...list,
    path: '/common/short-date',
    about: 'The ways to write a date in figures.',
    result: z.array(DateFormat),
  },
  longDates: {
    ...list,
    path: '/common/long-date',
    about: 'The ways to write a date in words.',
    result: z.array(DateFormat),
  },
  shortTimes: {
    ...list,
    path: '/common/short-time',
    about: 'The ways to write a time to the minute.',
    result: z.array(TimeFormat),
  },
  longTimes: {
    ...list,
    path: '/common/long-time',
    about: 'The ways to write a time to the second.',
    result: z.array(TimeFormat),
  },
  modules: {
    ...list,
    path: '/common/module',
    about: 'The modules a retailer can run.',
    result: z.array(NamedModule),
  },
  purge: {
    ...list,
    path: '/common/purge',
    about: 'For how long records may be kept before they are purged, the usual choice first.',
    result: z.array(RetentionChoice),
  },
  qrCode: {
    method: 'POST',
    path: '/common/qrcode/generate',
    about: 'A picture that cameras read a text from, as a PNG in a data address.',
    allow: 'signedIn',
    body: z.object({ text: requiredText(1000) }),
    result: z.string(),
    keepsNoAnswer: true,
    whileSeeing: 'open',
  },
});
