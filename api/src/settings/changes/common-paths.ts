/** The roots of the sub-trees that have all of these paths, sorted. */
export function outermostPaths(paths: readonly string[]): string[] {
  const roots: string[] = [];
  for (const path of paths.toSorted()) {
    const root = roots.at(-1);
    if (root === undefined || !path.startsWith(root)) roots.push(path);
  }
  return roots;
}

/**
 * The intersection of two sets of sub-trees, each by the paths of their roots. Both are sorted, and no path of a set is below another
 * path of the same set; this holds for the result as well.
 */
export function commonPaths(paths: readonly string[], others: readonly string[]): string[] {
  const found: string[] = [];
  let [one, other] = [0, 0];
  while (one < paths.length && other < others.length) {
    const [path, otherPath] = [paths[one]!, others[other]!];
    const isBelow = path.startsWith(otherPath);
    const isAbove = !isBelow && otherPath.startsWith(path);
    if (isBelow) found.push(path);
    if (isAbove) found.push(otherPath);
    // the upper root stays: further paths may be below it
    if (isBelow || (!isAbove && path < otherPath)) one += 1;
    else other += 1;
  }
  return found;
}
