import { PortalFacts, usualFacts } from '@storeward/contract/portal';

let facts: PortalFacts | undefined;

/** What the server has written into the page about this installation; where it has written nothing, the usual. */
export function portalFacts(): PortalFacts {
  return (facts ??= read(document.querySelector<HTMLMetaElement>('meta[name="portal"]')?.content));
}

/** Reads the facts anew with the next question. */
export function forgetFacts(): void {
  facts = undefined;
}

function read(text = ''): PortalFacts {
  try {
    return PortalFacts.parse(JSON.parse(text));
  } catch {
    return usualFacts;
  }
}
