import { setupI18n } from '@lingui/core';
import { type MessageCode, isErrorCode } from '@storeward/contract/errors';
import { type Language, languageFor } from '@storeward/contract/reference';
import { useSyncExternalStore } from 'react';
import { appSettings, rememberSettings } from './app-settings.ts';
import type { Catalogue } from './catalogues.ts';
import type { PhraseKey } from './phrase-keys.ts';

export type { PhraseKey } from './phrase-keys.ts';

type Values = Record<string, string | number>;
type Load = (language: Language) => Promise<Catalogue>;

const missing = (_language: string, key: string) => `TRANSLATION MISSING: ${key}`;
const i18n = setupI18n({ missing });

let language: Language = 'en';
let wished: Language = 'en';
let load: Load | undefined;
let spoken = { t: (key: PhraseKey, values?: Values): string => i18n._(key, values) };

/** Starts speaking: the language chosen on this device, else the person's own, else the browser's, else English. */
export function startSpeaking(loadPhrases: Load, own = ''): Promise<void> {
  load = loadPhrases;
  return speak(appSettings().language ?? languageFor(own) ?? browserLanguage());
}

/** Speaks a person's own language, unless another one was chosen on this device. */
export async function speakFor(wanted: string): Promise<void> {
  const own = languageFor(wanted);
  if (own && own !== language && !appSettings().language) await speak(own);
}

/** The phrase by that name, in the language of the moment. */
export const t = (key: PhraseKey, values?: Values): string => spoken.t(key, values);

/** The phrases, for a part of the screen that follows a change of language. */
export const useT = (): typeof t => useSyncExternalStore(onLanguage, () => spoken.t);

/** The language of the moment, and the way to choose another one for this device. */
export function useLanguage(): [Language, (chosen: Language) => void] {
  return [useSyncExternalStore(onLanguage, currentLanguage), chooseLanguage];
}

/** The language of the moment. */
export const currentLanguage = (): Language => language;

/** Does something whenever another language is spoken. */
export const onLanguage = (follow: () => void): (() => void) => i18n.on('change', follow);

/** What a refusal is called in the language of the moment; the server's own words where it has no name here. */
export function sayError(code: string, serverText = ''): string {
  if (isErrorCode(code)) return t(`errors.${code}`);
  return serverText || t('errors.unknown');
}

/** What the product says of a change that went well, in the language of the moment. */
export const sayMessage = (code: MessageCode): string => t(`messages.${code}`);

/** A count, with the separators that the reader's language uses. */
export const formatNumber = (count: number): string => new Intl.NumberFormat(dateLocale()).format(count);

/** A day: the time for today ('Today, 08:41'), else the date ('20 Nov 2026'). */
export function formatDay(iso: string): string {
  const moment = new Date(iso);
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? t('ui.date.today', { time: written(moment, aTime) }) : written(moment, aDay);
}

/** The last day of what is over at a moment. */
export const formatLastDay = (over: string): string => formatDay(new Date(Date.parse(over) - 1).toISOString());

/** A day and a time: '20 Nov 2026, 14:02'. */
export const formatMoment = (iso: string): string => written(new Date(iso), { ...aDay, ...aTime });

/** The same as the clock on the wall of a place shows it, whatever the reader's own says. */
export const formatMomentIn = (iso: string, timeZone: string): string =>
  written(new Date(iso), { ...aDay, ...aTime, timeZone });

/** A day of the calendar, the same everywhere on earth: '20 Nov 1990'. */
export const formatCalendarDay = (date: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

/** The time of day: '14:02'. */
export const formatClock = (at: number): string => written(new Date(at), aTime);

const aDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const aTime = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const written = (moment: Date, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(dateLocale(), parts).format(moment);

/** English dates are written the British way. */
function dateLocale(): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Speaks another language from now on, and remembers it for this device. */
export function chooseLanguage(chosen: Language): void {
  rememberSettings({ language: chosen });
  void speak(chosen);
}

async function speak(next: Language): Promise<void> {
  wished = next;
  const phrases = (await load?.(next)) ?? {};
  if (wished !== next) return; // another one was chosen while these were on their way
  language = next;
  spoken = { t: (key, values) => i18n._(key, values) };
  document.documentElement.lang = next;
  i18n.loadAndActivate({ locale: next, messages: phrases });
}

function browserLanguage(): Language {
  const wishes = navigator.languages.map(languageFor);
  return wishes.find((wish) => wish !== undefined) ?? 'en';
}
