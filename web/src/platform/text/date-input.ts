import { dateLocale } from './i18n.ts';

/** Only the British locale puts the day before the month. */
const isDayFirst = () => dateLocale() === 'en-GB';

/** The phrase key of the input pattern. */
export const datePatternKey = () => (isDayFirst() ? 'ui.date.dayFirst' : 'ui.date.monthFirst');

/** Formats an ISO date (YYYY-MM-DD) for a text field; any other text is returned unchanged. */
export function formatTypedDate(isoDate: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(isoDate) ?? [];
  if (!year) return isoDate;
  return [...(isDayFirst() ? [day, month] : [month, day]), year].join('/');
}

/** Parses a typed date, or an ISO date as browsers fill it in, to YYYY-MM-DD. Other text is returned trimmed. */
export function parseTypedDate(text: string): string {
  const trimmed = text.trim();
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})$/.exec(trimmed) ?? [];
  const [month, day] = isDayFirst() ? [second, first] : [first, second];
  const isoDate = year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : trimmed;
  return isIsoDate(isoDate) ? isoDate : trimmed;
}

/** Whether a text is an existing date in the form YYYY-MM-DD. */
export const isIsoDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;
