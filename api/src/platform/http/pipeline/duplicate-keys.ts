import { endOfString } from './body-values.ts';

/**
 * Whether an object in a valid JSON text has a duplicate key. Parsers differ in which of the two they use, so the value
 * that was validated might not be the one that is used.
 */
export function hasDuplicateKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = []; // the keys of each open object; undefined for an array
  let index = 0;
  let expectsKey = false;
  while (index < text.length) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      const keys = open.at(-1);
      if (expectsKey && keys) {
        const key = JSON.parse(text.slice(index, end)) as string;
        if (keys.has(key)) return true;
        keys.add(key);
        expectsKey = false;
      }
      index = end;
      continue;
    }
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(undefined);
    else if (character === '}' || character === ']') open.pop();
    if (character === '{' || character === ',') expectsKey = open.at(-1) !== undefined;
    index += 1;
  }
  return false;
}
