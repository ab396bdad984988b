const typed = /^(\d{1,2})(?:[.:h ]?(\d{2}))?(?::00)?\s*([ap])?\.?(?:m\.?)?$/;

/**
 * The time of day that a text names, as hh:mm; undefined if it names none. Read are 8:30, 8.30, 0830, 8h30, 08:30:00 and
 * 8:30 pm, also in full-width characters. An hour alone needs am or pm: 8 could as well be an unfinished 8:30.
 */
export function timeOfDayIn(text: string): string | undefined {
  const [, hours = '', minutes, half] = typed.exec(text.normalize('NFKC').trim().toLowerCase()) ?? [];
  if (hours === '' || (minutes === undefined && half === undefined)) return undefined;
  const hour = half ? hourOfHalf(Number(hours), half) : Number(hours);
  if (hour === undefined || hour > 23 || Number(minutes ?? 0) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** The hour of a clock of twelve hours, on which 12 am is midnight. */
function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'p' ? 12 : 0);
}
