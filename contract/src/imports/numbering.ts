/** The number at the end of a code, with its leading zeros. */
const lastNumber = /\d{1,9}$/;

/** Whether codes can be counted on from this one. */
export const isFirstOfSeries = (code: string): boolean => lastNumber.test(code);

/** The code that is so many steps after the first: with the same beginning, and a number of at least as many digits. */
export function codeInSeries(first: string, steps: number): string {
  const digits = lastNumber.exec(first)?.[0] ?? '';
  const beginning = first.slice(0, first.length - digits.length);
  return beginning + String(Number(digits) + steps).padStart(digits.length, '0');
}
