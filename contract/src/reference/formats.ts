/** A date or time pattern; `id` is the value stored in settings. */
export type DateTimeFormat = { readonly id: string; readonly format: string; readonly isDefault: boolean };

/** Numeric date patterns; the first is the default. */
export const shortDateFormats = formats(
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
);

/** Date patterns with the month's name; the first is the default. */
export const longDateFormats = formats(
  'D MMMM YYYY',
  'dddd, D MMMM YYYY',
  'D. MMMM YYYY',
  'dddd, D. MMMM YYYY',
  'MMMM D, YYYY',
  'dddd, MMMM D, YYYY',
  'YYYY年M月D日',
);

/** Time patterns without seconds; the first is the default. */
export const shortTimeFormats = formats('HH:mm', 'H:mm', 'hh:mm A', 'h:mm A');

/** Time patterns with seconds; the first is the default. */
export const longTimeFormats = formats('HH:mm:ss', 'H:mm:ss', 'hh:mm:ss A', 'h:mm:ss A');

/** The pattern is its own id, so that a stored value can be used without this list. */
function formats(...patterns: readonly string[]): readonly DateTimeFormat[] {
  return patterns.map((format, index) => ({ id: format, format, isDefault: index === 0 }));
}
