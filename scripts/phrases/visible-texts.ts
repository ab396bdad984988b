/**
 * What a reader can see of a phrase: one text for each combination of branches, with tags removed and each placeholder
 * replaced by `…`. Each branch of a plural is a text of its own, so that it is judged as the sentence it becomes.
 */
export function visibleTexts(phrase: string): string[] {
  return expand(phrase.replace(/<\/?\w+>/g, '')).map((text) => text.replaceAll("''", "'"));
}

const branching = /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/;

function expand(text: string): string[] {
  const match = branching.exec(text);
  if (!match) return [text.replace(/\{[^{}]*\}/g, '…').replaceAll('#', '…')];
  const end = closingBrace(text, match.index);
  const branches = branchesOf(text.slice(match.index + match[0].length, end));
  return branches.flatMap((branch) => expand(text.slice(0, match.index) + branch + text.slice(end + 1)));
}

/** The texts of the branches in `one {…} other {…}`. */
function branchesOf(text: string): string[] {
  const branches: string[] = [];
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start)) {
    const end = closingBrace(text, start);
    branches.push(text.slice(start + 1, end));
    start = end + 1;
  }
  return branches;
}

/** The position of the brace that closes the one at `start`. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}' && --depth === 0) return index;
  }
  throw new Error(`unclosed brace in ${text}`);
}
