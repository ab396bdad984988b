import type { Environment } from '../platform/env.ts';

/**
 * After how many seconds without input a session is over where no place says otherwise, how many it may be at the most, and
 * how many more are granted: for the warning, and for clocks and networks.
 */
export type IdleRules = { readonly usual: number; readonly longest: number | null; readonly grace: number };

const lateness = 60;
/** Where security comes first, nobody may be gone for longer, whatever the installation sets. */
const hardenedSeconds = 900;

/** How long a session may be left alone; in the hardened profile a place may only shorten what the installation sets. */
export function idleRules({
  idleSeconds,
  warningSeconds,
  securityProfile,
}: Pick<Environment, 'idleSeconds' | 'warningSeconds' | 'securityProfile'>): IdleRules {
  const longest = securityProfile === 'hardened' ? Math.min(idleSeconds, hardenedSeconds) : null;
  return {
    usual: longest ?? idleSeconds,
    longest,
    grace: warningSeconds + lateness,
  };
}
