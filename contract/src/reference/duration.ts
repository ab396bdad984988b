const typed = /^(\d{1,2})([.:])([0-5]\d)\2([0-5]\d)$/;

/** The duration that a text names, as hh:mm:ss; undefined if it names none. Hours may have one digit, and digits be full-width. */
export function durationIn(text: string): string | undefined {
  const [, hours, , minutes, seconds] = typed.exec(text.normalize('NFKC').trim()) ?? [];
  return hours && `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}
