/** One way to write a date or a time, by a name that settings remember it by. */
export type Format = { readonly id: string; readonly format: string; readonly isDefault: boolean };

/** The ways to write a date in figures; the first is the usual one. */
export const shortDateFormats = formats(
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
);

/** The ways to write a date in words; the first is the usual one. */
export const longDateFormats = formats(
  'D MMMM YYYY',
  'dddd, D MMMM YYYY',
  'D. MMMM YYYY',
  'dddd, D. MMMM YYYY',
  'MMMM D, YYYY',
  'dddd, MMMM D, YYYY',
  'YYYY年M月D日',
);

/** The ways to write a time to the minute; the first is the usual one. */
export const shortTimeFormats = formats('HH:mm', 'H:mm', 'hh:mm A', 'h:mm A');

/** The ways to write a time to the second; the first is the usual one. */
export const longTimeFormats = formats('HH:mm:ss', 'H:mm:ss', 'hh:mm:ss A', 'h:mm:ss A');

/** A pattern names itself, so that a stored choice can be read without the list. */
function formats(...patterns: readonly string[]): readonly Format[] {
  return patterns.map((format, index) => ({ id: format, format, isDefault: index === 0 }));
}
