/** Returns the ancestor ids of a node, from the root down; undefined while they are not loaded. */
export type AncestorsOf = (id: string) => readonly string[] | undefined;

/** Returns the check state of each node; a selected node includes its whole subtree. */
export function checkStateOf(selected: readonly string[], ancestorsOf: AncestorsOf): (id: string) => boolean | 'mixed' {
  const fullySelected = new Set(selected);
  const partlySelected = new Set(selected.flatMap((id) => ancestorsOf(id) ?? []));
  return (id) => {
    if (fullySelected.has(id) || ancestorsOf(id)?.some((ancestor) => fullySelected.has(ancestor))) return true;
    return partlySelected.has(id) ? 'mixed' : false;
  };
}

/** Adds a node to the selection and removes its selected descendants, which it now includes. */
export const selectNode = (selected: readonly string[], id: string, ancestorsOf: AncestorsOf): string[] => [
  ...selected.filter((otherId) => otherId !== id && !ancestorsOf(otherId)?.includes(id)),
  id,
];

/** The remaining selection, or the node whose children have to be loaded before it can be computed. */
export type DeselectResult = { readonly selected: string[] } | { readonly needsChildrenOf: string };

/**
 * Removes a node from the selection. If an ancestor is selected, that ancestor is replaced by the siblings of every
 * node on the path down. `childrenOf` returns undefined until all children of a node are loaded.
 */
export function deselectNode(
  selected: readonly string[],
  id: string,
  ancestorsOf: AncestorsOf,
  childrenOf: (id: string) => readonly string[] | undefined,
): DeselectResult {
  const path = [...(ancestorsOf(id) ?? []), id];
  const selectedIndex = path.findIndex((ancestor) => selected.includes(ancestor));
  if (selectedIndex < 0) return { selected: [...selected] };
  const siblings: string[] = [];
  for (let index = selectedIndex; index < path.length - 1; index += 1) {
    const [ancestor, next] = [path[index]!, path[index + 1]!];
    const children = childrenOf(ancestor);
    if (!children) return { needsChildrenOf: ancestor };
    siblings.push(...children.filter((child) => child !== next));
  }
  return { selected: [...selected.filter((otherId) => otherId !== path[selectedIndex]), ...siblings] };
}
