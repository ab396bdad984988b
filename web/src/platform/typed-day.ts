import { portalFacts } from './portal-facts.ts';

/** Whether the day is typed before the month: in Britain, and nowhere else. */
const dayFirst = () => portalFacts().dateLocale === 'en-GB';

/** The phrase that shows how a day is typed on this installation. */
export const dayPattern = () => (dayFirst() ? 'ui.date.dayFirst' : 'ui.date.monthFirst');

/** A day of the calendar, YYYY-MM-DD, as it is typed; any other text stays what it is. */
export function typedDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (!year) return day;
  return [...(dayFirst() ? [date, month] : [month, date]), year].join('/');
}

/** The day of the calendar that a typed text means, YYYY-MM-DD, as browsers fill it in too; a text that means none stays what it is. */
export function dayTyped(text: string): string {
  const trimmed = text.trim();
  const [, first = '', second = '', year = ''] = /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4})$/.exec(trimmed) ?? [];
  const [month, date] = dayFirst() ? [second, first] : [first, second];
  const day = year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : trimmed;
  return isDay(day) ? day : trimmed;
}

/** Whether a text is a day that the calendar has. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;
