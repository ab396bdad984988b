import type { Language } from '@storeward/contract/reference';
import type { Seeing } from '@storeward/contract/seeings';
import type { SessionTimes } from '@storeward/contract/settings/node-configuration';
import { forget, keep, kept } from './storage.ts';

/** As whom a page shows the portal, and what stays the viewer's own: after how long they count as gone, and their language. */
export type Seen = Seeing & { readonly times: SessionTimes; readonly language: Language };

// as it stood when this page was opened: one that was drawn for other eyes must not pass for this one
let drawn: Seen | undefined = kept<Seen>('SEEN');
let meet: () => void = () => undefined;

/** As whom this page shows the portal, if as anybody but whoever is signed in. */
export const seen = (): Seen | undefined => drawn;

/** Keeps as whom the next page shows the portal. */
export const keepSeen = (next: Seen): void => keep('SEEN', next);

/** From here on the portal is shown to whoever is signed in as themselves. */
export function dropSeen(): void {
  drawn = undefined;
  forget('SEEN');
}

/** Says what is done when the server sees with other eyes than this page was drawn for. */
export function onOtherEyes(does: () => void): void {
  meet = does;
}

/** The server sees with other eyes than this page was drawn for. */
export const otherEyes = (): void => meet();
