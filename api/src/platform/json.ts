type Open = Set<string> | undefined;

/**
 * Whether an object in a sound JSON text names a key twice. One reader takes the first of the two, another the last, so
 * what was checked might not be what is used.
 */
export function namesTwice(text: string): boolean {
  const open: Open[] = []; // the keys of each object that is open; nothing for a list
  let at = 0;
  let expectsKey = false;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfString(text, at);
      const keys = open.at(-1);
      if (expectsKey && keys) {
        const key = JSON.parse(text.slice(at, end)) as string;
        if (keys.has(key)) return true;
        keys.add(key);
        expectsKey = false;
      }
      at = end;
      continue;
    }
    if (sign === '{') open.push(new Set());
    else if (sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    if (sign === '{' || sign === ',') expectsKey = open.at(-1) !== undefined;
    at += 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
