/** As much of the bundler as this asks for. */
type Bundle = { getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null };

const ours = /\/src\/(?:ui|screens|reference|platform)\//;

/**
 * What several screens are made of, in one file: many small ones take longer to fetch than all that they hold. What a page
 * loads at once by itself, as the sign-in page does, stays where it is.
 */
export function partChunk(id: string, bundle: Bundle): string | null {
  return ours.test(id) && !startsWithPage(id, bundle) ? 'parts' : null;
}

const known = new Map<string, boolean>();

function startsWithPage(id: string, bundle: Bundle): boolean {
  const found = known.get(id);
  if (found !== undefined) return found;
  known.set(id, false); // a circle leads nowhere
  const module = bundle.getModuleInfo(id);
  const starts = Boolean(module?.isEntry || module?.importers.some((importer) => startsWithPage(importer, bundle)));
  known.set(id, starts);
  return starts;
}
