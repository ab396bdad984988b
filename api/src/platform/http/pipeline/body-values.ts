/**
 * More entries than the longest list of a request, and more values than all of its lists together: a body of the largest size could
 * have half a million, and parsing or validating them would block the event loop.
 */
const [maxEntries, maxValues] = [5_000, 50_000];

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));

/**
 * Whether a JSON text has more values than a body may have, by the commas between them: before the text is parsed, which takes ten
 * times as long.
 */
export function textHasTooManyValues(text: string): boolean {
  if (text.length < maxValues) return false;
  let commas = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === comma) commas += 1;
    else if (code === quote) index = endOfString(text, index) - 1;
  }
  return commas > maxValues;
}

/** The index after the string that begins at `start`, also of a text in which it does not end. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (let code = text.charCodeAt(index); index < text.length && code !== quote; code = text.charCodeAt(index))
    index += code === backslash ? 2 : 1;
  return index + 1;
}

/** Whether a body has more values than a body may have, or more entries in one list or object. */
export function hasTooManyValues(body: unknown): boolean {
  const left = [body];
  let count = 0;
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    const size = Array.isArray(next) ? next.length : Object.keys(next).length;
    count += size;
    if (size > maxEntries || count > maxValues) return true;
    left.push(...(Object.values(next) as unknown[]));
  }
  return false;
}
