import type { Language } from '@storeward/contract/reference';
import type { Impersonation } from '@storeward/contract/sessions/impersonation';
import type { SessionTimes } from '@storeward/contract/settings/sections/session-times';
import { clearStored, writeStored, readStored } from '../storage.ts';

/** The active impersonation, with the impersonator's own session times and language, which continue to apply. */
export type ActiveImpersonation = Impersonation & { readonly times: SessionTimes; readonly language: Language };

// Read once: after a change in another tab this page still shows what it was loaded with.
let pageImpersonation: ActiveImpersonation | undefined = readStored<ActiveImpersonation>('SEEN');
let mismatchHandler: () => void = () => undefined;

/** The impersonation this page was loaded with. */
export const currentImpersonation = (): ActiveImpersonation | undefined => pageImpersonation;

/** Stores the impersonation for the next page load. */
export const storeImpersonation = (next: ActiveImpersonation): void => writeStored('SEEN', next);

export function clearImpersonation(): void {
  pageImpersonation = undefined;
  clearStored('SEEN');
}

/** Sets the handler for a session whose impersonation differs from this page's. */
export function onImpersonationMismatch(handler: () => void): void {
  mismatchHandler = handler;
}

export const reportImpersonationMismatch = (): void => mismatchHandler();
