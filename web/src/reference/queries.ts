import {
  type Country,
  type Currency,
  type DateFormat,
  type NamedModule,
  type NamedTimeZone,
  reference,
  type RetentionChoice,
  type SpokenLanguage,
  type TimeFormat,
} from '@storeward/contract/reference/lists';
import { type ReadyTheme, themes } from '@storeward/contract/themes';
import { call } from '../platform/api.ts';

/** One way to write a date or a time, as the portal keeps it. */
export type FormatEntry = { readonly id: string; readonly format: string; readonly isDefault: boolean };

/** The lists that everybody chooses from. */
export type CommonLists = {
  readonly currencies: readonly Currency[];
  readonly languages: readonly SpokenLanguage[];
  readonly timezones: readonly NamedTimeZone[];
  readonly longDateFormats: readonly FormatEntry[];
  readonly longTimeFormats: readonly FormatEntry[];
  readonly shortDateFormats: readonly FormatEntry[];
  readonly shortTimeFormats: readonly FormatEntry[];
  readonly modules: readonly NamedModule[];
  readonly themes: readonly ReadyTheme[];
  /** For how long records are kept before they are purged: the first of the choices. */
  readonly purge: RetentionChoice | null;
  readonly countries: readonly Country[];
};

/** The lists that everybody chooses from, asked for once: they stay the same while the portal is open. */
export const commonLists = {
  queryKey: ['common'] as readonly string[],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadLists(signal),
  staleTime: Infinity,
};

async function loadLists(signal: AbortSignal): Promise<CommonLists> {
  const options = { signal };
  const [
    currencies,
    languages,
    timezones,
    countries,
    modules,
    longDates,
    longTimes,
    shortDates,
    shortTimes,
    looks,
    [purge = null],
  ] = await Promise.all([
    call(reference.currencies, {}, options),
    call(reference.languages, {}, options),
    call(reference.timeZones, {}, options),
    call(reference.countries, {}, options),
    call(reference.modules, {}, options),
    call(reference.longDates, {}, options),
    call(reference.longTimes, {}, options),
    call(reference.shortDates, {}, options),
    call(reference.shortTimes, {}, options),
    call(themes.ready, {}, options),
    call(reference.purge, {}, options),
  ]);
  return {
    currencies,
    languages,
    timezones,
    longDateFormats: longDates.map(ofDate),
    longTimeFormats: longTimes.map(ofTime),
    shortDateFormats: shortDates.map(ofDate),
    shortTimeFormats: shortTimes.map(ofTime),
    modules,
    themes: looks,
    purge,
    countries,
  };
}

const ofDate = ({ dateId, dateFormat, isDefaultSelected }: DateFormat): FormatEntry => ({
  id: dateId,
  format: dateFormat,
  isDefault: isDefaultSelected,
});

const ofTime = ({ timeId, timeFormat, isDefaultSelected }: TimeFormat): FormatEntry => ({
  id: timeId,
  format: timeFormat,
  isDefault: isDefaultSelected,
});
