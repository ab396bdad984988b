/** The ids of the places above one, from the top down; undefined while they are not known. */
export type AboveOf = (id: string) => readonly string[] | undefined;

/** How places stand that are ticked with all below them: ticked, not, or in part. */
export function tickOf(ticked: readonly string[], aboveOf: AboveOf): (id: string) => boolean | 'mixed' {
  const whole = new Set(ticked);
  const inPart = new Set(ticked.flatMap((id) => aboveOf(id) ?? []));
  return (id) => {
    if (whole.has(id) || aboveOf(id)?.some((above) => whole.has(above))) return true;
    return inPart.has(id) ? 'mixed' : false;
  };
}

/** Ticks a place; what was ticked below it goes into it. */
export const withPlace = (ticked: readonly string[], id: string, aboveOf: AboveOf): string[] => [
  ...ticked.filter((other) => other !== id && !aboveOf(other)?.includes(id)),
  id,
];

/** What is left when a place is unticked, or the place whose children have to be known before that can be said. */
export type Left = { readonly ticked: string[] } | { readonly lacking: string };

/**
 * Unticks a place. Where it was ticked with one above it, that one and all on the way down make way for their other children;
 * `childrenOf` answers undefined as long as it does not know all of them.
 */
export function withoutPlace(
  ticked: readonly string[],
  id: string,
  aboveOf: AboveOf,
  childrenOf: (id: string) => readonly string[] | undefined,
): Left {
  const way = [...(aboveOf(id) ?? []), id];
  const from = way.findIndex((above) => ticked.includes(above));
  if (from < 0) return { ticked: [...ticked] };
  const beside: string[] = [];
  for (let at = from; at < way.length - 1; at += 1) {
    const [above, next] = [way[at]!, way[at + 1]!];
    const children = childrenOf(above);
    if (!children) return { lacking: above };
    beside.push(...children.filter((child) => child !== next));
  }
  return { ticked: [...ticked.filter((other) => other !== way[from]), ...beside] };
}
