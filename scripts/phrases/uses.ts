/** The phrase keys used in sources: whole keys in quotes, and prefixes of templates such as `levels.${level}`. */
export type KeyUses = { readonly complete: ReadonlySet<string>; readonly prefixes: readonly string[] };

/** Collects the keys used in the sources. */
export function usesOf(sources: ReadonlyMap<string, string>): KeyUses {
  const complete = new Set<string>();
  const prefixes = new Set<string>();
  for (const source of sources.values()) {
    for (const match of source.matchAll(/(['"`])([a-zA-Z][\w-]*(?:\.[\w-]+)+)\1/g)) complete.add(match[2] ?? '');
    for (const match of source.matchAll(/`([a-zA-Z][\w-]*\.(?:[\w-]+\.)*[\w-]*)\$\{/g)) prefixes.add(match[1] ?? '');
  }
  return { complete, prefixes: [...prefixes] };
}

/** The keys a source names: t('users.list.title'), or data-phrase="users.list.title" in HTML. */
export function namedKeys(source: string): string[] {
  const requested = /(?:\bt\(\s*|\bdata-(?:phrase|name)=)(['"`])([^'"`$]+)\1/g;
  return [...source.matchAll(requested)].map((match) => match[2] ?? '');
}
