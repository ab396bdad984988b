/** The placeholders of a phrase, sorted and unique: `name`, or `count, plural` for one with branches. */
export function argumentsOf(phrase: string): string[] {
  const found = new Set<string>();
  collect(unquoted(phrase), found);
  return [...found].sort();
}

/** Removes quoted literals: '{' is a plain brace. */
function unquoted(phrase: string): string {
  return phrase.replaceAll("''", '').replace(/'[{}][^']*'/g, '');
}

function collect(text: string, found: Set<string>): void {
  for (const inside of bracesOf(text)) {
    const [name = '', kind, ...rest] = inside.split(',').map((part) => part.trim());
    if (kind && /^(?:plural|select|selectordinal)$/.test(kind)) {
      found.add(`${name}, ${kind}`);
      const branches = rest.join(',');
      if (!/\bother\s*\{/.test(branches)) found.add(`${name}, ${kind} without "other"`);
      for (const branch of bracesOf(branches)) collect(branch, found);
    } else found.add(name);
  }
}

/** The contents of the outermost braces; an unbalanced brace is reported as a placeholder of its own. */
function bracesOf(text: string): string[] {
  const contents: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '{' && depth++ === 0) start = index + 1;
    else if (sign === '}' && --depth === 0) contents.push(text.slice(start, index));
    else if (depth < 0) return [...contents, 'a brace too many'];
  }
  return depth > 0 ? [...contents, 'an unclosed brace'] : contents;
}
