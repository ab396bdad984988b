import {
  type Country,
  type Currency,
  type DateFormat,
  type ModuleOption,
  type TimeZoneOption,
  reference,
  type RetentionPeriod,
  type PortalLanguage,
  type TimeFormat,
} from '@storeward/contract/reference/lists';
import { type PresetTheme, themes } from '@storeward/contract/themes';
import { call } from '../platform/api/api.ts';

/** A date or time format. */
export type FormatEntry = { readonly id: string; readonly format: string; readonly isDefault: boolean };

/** Reference lists shared by all screens. */
export type CommonLists = {
  readonly currencies: readonly Currency[];
  readonly languages: readonly PortalLanguage[];
  readonly timezones: readonly TimeZoneOption[];
  readonly longDateFormats: readonly FormatEntry[];
  readonly longTimeFormats: readonly FormatEntry[];
  readonly shortDateFormats: readonly FormatEntry[];
  readonly shortTimeFormats: readonly FormatEntry[];
  readonly modules: readonly ModuleOption[];
  readonly themes: readonly PresetTheme[];
  /** The first of the retention periods, after which records are purged. */
  readonly purge: RetentionPeriod | null;
  readonly countries: readonly Country[];
};

/** Reference lists, loaded once per session because they do not change. */
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
    readyThemes,
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
    longDateFormats: longDates.map(toDateFormat),
    longTimeFormats: longTimes.map(toTimeFormat),
    shortDateFormats: shortDates.map(toDateFormat),
    shortTimeFormats: shortTimes.map(toTimeFormat),
    modules,
    themes: readyThemes,
    purge,
    countries,
  };
}

const toDateFormat = ({ dateId, dateFormat, isDefaultSelected }: DateFormat): FormatEntry => ({
  id: dateId,
  format: dateFormat,
  isDefault: isDefaultSelected,
});

const toTimeFormat = ({ timeId, timeFormat, isDefaultSelected }: TimeFormat): FormatEntry => ({
  id: timeId,
  format: timeFormat,
  isDefault: isDefaultSelected,
});
