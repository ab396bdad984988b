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
    for (const name of Object.keys(value)) {
      const part = (value as Readonly<Record<string, unknown>>)[name];
      if (!isStorable(name)) found.push(path);
      // a path for each of very many good values would take longer than looking at them
      else if (isContainer(part) || (typeof part === 'string' && !isStorable(part)))
        left.push([path ? `${path}.${name}` : name, part]);
    }
  }
  return found;
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A text that can be stored: what PostgreSQL refuses is replaced. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();
