/**
 * The paths of all texts and names within an input that PostgreSQL cannot store, as columns or in JSON: with the character
 * NUL, or with half of a surrogate pair.
 */
export function unstorablePaths(input: unknown): string[] {
  const found: string[] = [];
  const left: [path: string, value: unknown][] = [['', input]];
  // a list of its own instead of recursion, since the sender chooses the depth
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isStorable(value)) found.push(path);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      if (isStorable(name)) left.push([path ? `${path}.${name}` : name, part]);
      else found.push(path);
    }
  }
  return found;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A text that can be stored: what PostgreSQL refuses is replaced. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
