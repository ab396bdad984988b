/** Which keys the web app speaks: some whole, in quotes, and some begun by a template such as `levels.${level}`. */
export type Uses = { readonly whole: ReadonlySet<string>; readonly begun: readonly string[] };

/** Reads from the sources which keys are spoken. */
export function usesOf(sources: ReadonlyMap<string, string>): Uses {
  const whole = new Set<string>();
  const begun = new Set<string>();
  for (const source of sources.values()) {
    for (const match of source.matchAll(/(['"`])([a-zA-Z][\w-]*(?:\.[\w-]+)+)\1/g)) whole.add(match[2] ?? '');
    for (const match of source.matchAll(/`([a-zA-Z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)) begun.add(match[1] ?? '');
  }
  return { whole, begun: [...begun] };
}

/** The keys that a source asks for by name: t('users.list.title'), or data-phrase="users.list.title" in a page. */
export function namedKeys(source: string): string[] {
  const asked = /(?:\bt\(\s*|\bdata-(?:phrase|name)=)(['"`])([^'"`$]+)\1/g;
  return [...source.matchAll(asked)].map((match) => match[2] ?? '');
}
