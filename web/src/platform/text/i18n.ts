import { setupI18n } from '@lingui/core';
import { localeForDates } from '@storeward/contract/runtime-configuration';
import { type MessageCode, isErrorCode } from '@storeward/contract/errors';
import { type Language, languageFor } from '@storeward/contract/reference';
import { isRepeated } from '@storeward/contract/reference/local-time';
import { useSyncExternalStore } from 'react';
import { appSettings, updateAppSettings } from '../app-settings.ts';
import type { Catalogue } from './catalogues.ts';
import type { PhraseKey } from './phrase-keys.ts';
import { runtimeConfiguration } from '../runtime-configuration.ts';

export type { PhraseKey } from './phrase-keys.ts';

type Values = Record<string, string | number>;
type Load = (language: Language) => Promise<Catalogue>;

const missingPhrase = (_language: string, key: string) => `TRANSLATION MISSING: ${key}`;
const i18n = setupI18n({ missing: missingPhrase });

let language: Language = 'en';
let requestedLanguage: Language = 'en';
let load: Load | undefined;
let loadAll: Load | undefined;
let translator = newTranslator();
let nodeDateLocale: string | undefined;

/**
 * Loads the first language: the one chosen on this device, else the user's, else the browser's, else English. With
 * `loadAllPhrases`, `loadPhrases` loads only those of the first screens, and `completePhrases` the rest.
 */
export function initLanguage(loadPhrases: Load, userLanguage = '', loadAllPhrases?: Load): Promise<void> {
  load = loadPhrases;
  loadAll = loadAllPhrases;
  return activateLanguage(appSettings().language ?? languageFor(userLanguage) ?? browserLanguage());
}

/** Switches to the user's language, unless another one was chosen on this device. */
export async function applyUserLanguage(userPreference: string): Promise<void> {
  const userLanguage = languageFor(userPreference);
  if (userLanguage && userLanguage !== language && !appSettings().language) await activateLanguage(userLanguage);
}

/** Loads the phrases that `initLanguage` left out. Later languages are loaded whole. */
export async function completePhrases(): Promise<void> {
  const loadPhrases = loadAll;
  if (!loadPhrases || load === loadPhrases) return;
  const loadedLanguage = requestedLanguage;
  i18n.load(loadedLanguage, await loadPhrases(loadedLanguage));
  if (requestedLanguage !== loadedLanguage) return completePhrases(); // the user chose another one meanwhile
  load = loadPhrases;
}

/** Loads a component that is needed after the first screens: waits for all phrases too. */
export const withAllPhrases =
  <Component>(load: () => Promise<Component>) =>
  async (): Promise<Component> =>
    (await Promise.all([load(), completePhrases()]))[0];

/** Translates a phrase into the current language. */
export const t = (key: PhraseKey, values?: Values): string => translator.t(key, values);

/** `t` for components: rerenders on a change of language or date locale. */
export const useT = (): typeof t => useSyncExternalStore(onLanguageChange, () => translator.t);

/** The current language, and a setter that stores the choice on this device. */
export function useLanguage(): [Language, (chosen: Language) => void] {
  return [useSyncExternalStore(onLanguageChange, currentLanguage), chooseLanguage];
}

export const currentLanguage = (): Language => language;

/** Whether a phrase exists; for keys that are built from data. */
export const hasPhrase = (key: string): key is PhraseKey => key in i18n.messages;

/** Subscribes to changes of language; returns the function that unsubscribes. */
export const onLanguageChange = (listener: () => void): (() => void) => i18n.on('change', listener);

/** The text for an error code; the server's own text if the code is unknown here. */
export function errorMessage(code: string, serverText = ''): string {
  if (isErrorCode(code)) return t(`errors.${code}`);
  return serverText || t('errors.unknown');
}

/** The text for a message code of the API. */
export const messageText = (code: MessageCode): string => t(`messages.${code}`);

export const formatNumber = (count: number): string =>
  new Intl.NumberFormat(language === 'en' ? 'en-GB' : language).format(count);

/** The time for today ('Today, 08:41'), else the date ('20 Nov 2026'). */
export function formatDateOrTime(iso: string): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? t('ui.date.today', { time: format(date, timeParts) }) : format(date, dateParts);
}

/** The last date before an exclusive end, given as an ISO timestamp. */
export const formatLastDate = (end: string): string => formatDateOrTime(new Date(Date.parse(end) - 1).toISOString());

/** Date and time: '20 Nov 2026, 14:02'. */
export const formatDateTime = (iso: string): string => formatDateTimeIn(iso, displayTimeZone());

/** The time zone in which dates and times are shown and entered: that of the browser. */
export const displayTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Date and time in the given time zone instead of the reader's; a time that occurs twice names its clock. */
export const formatDateTimeIn = (iso: string, timeZone: string): string =>
  isRepeated(iso, knownZone(timeZone))
    ? formatInstant(iso, timeZone)
    : format(new Date(iso), { ...dateParts, ...timeParts, timeZone: knownZone(timeZone) });

/** Date and time in the given time zone, with the name of its clock: '20 Nov 2026, 14:02 GMT'. */
export const formatInstant = (iso: string, timeZone: string): string =>
  format(new Date(iso), { ...dateParts, ...timeParts, timeZone: knownZone(timeZone), timeZoneName: 'short' });

/** The time zone, or UTC for a name that was stored before names were checked. */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** A calendar date without time zone: '20 Nov 1990'. */
export const formatDate = (date: string): string =>
  new Intl.DateTimeFormat(localeOfDates(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

/** A calendar date of a period, without its year: '20 Nov'. */
export const formatDayOfYear = (date: string): string =>
  new Intl.DateTimeFormat(localeOfDates(), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));

/** The day of the week of a calendar date: 'Fri'. */
export const formatWeekday = (date: string): string =>
  new Intl.DateTimeFormat(localeOfDates(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(date));

/** Time of day: '14:02'. */
export const formatTime = (timestamp: number): string => format(new Date(timestamp), timeParts);

const dateParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const timeParts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const format = (date: Date, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOfDates(), parts).format(date);

const localeOfDates = () => localeForDates(language, dateLocale());

/** The date locale of the user's node, else of the installation. */
export const dateLocale = (): string => nodeDateLocale ?? runtimeConfiguration().dateLocale;

/** Applies the date locale of the user's node, which is known once its settings are loaded. */
export function applyDateLocale(locale: string | undefined): void {
  if (locale === nodeDateLocale) return;
  nodeDateLocale = locale;
  translator = newTranslator();
  i18n.emit('change');
}

export function chooseLanguage(chosen: Language): void {
  updateAppSettings({ language: chosen });
  void activateLanguage(chosen);
}

async function activateLanguage(nextLanguage: Language): Promise<void> {
  requestedLanguage = nextLanguage;
  const phrases = (await load?.(nextLanguage)) ?? {};
  if (requestedLanguage !== nextLanguage) return; // a later request has replaced this one
  language = nextLanguage;
  translator = newTranslator();
  document.documentElement.lang = nextLanguage;
  i18n.load(nextLanguage, phrases);
  i18n.activate(nextLanguage);
}

/** A new object for each state, so that components notice the change. */
function newTranslator() {
  return { t: (key: PhraseKey, values?: Values): string => i18n._(key, values) };
}

function browserLanguage(): Language {
  const preferred = navigator.languages.map(languageFor);
  return preferred.find((candidate) => candidate !== undefined) ?? 'en';
}
