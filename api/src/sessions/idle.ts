import type { Environment } from '../platform/environment/environment.ts';

/**
 * Idle timeout in seconds: the default where no node overrides it, the upper bound for overrides (null: none), and
 * the grace period added for the warning dialog, clock skew and network delay.
 */
export type IdleRules = {
  readonly defaultSeconds: number;
  readonly maxSeconds: number | null;
  readonly graceSeconds: number;
};

const clockToleranceSeconds = 60;
/** Upper bound of the idle timeout in the hardened profile, whatever the installation configures. */
const hardenedMaxSeconds = 900;

/** Derives the idle timeout from the environment; in the hardened profile a node may only shorten it. */
export function idleRules({
  idleSeconds,
  warningSeconds,
  securityProfile,
}: Pick<Environment, 'idleSeconds' | 'warningSeconds' | 'securityProfile'>): IdleRules {
  const maxSeconds = securityProfile === 'hardened' ? Math.min(idleSeconds, hardenedMaxSeconds) : null;
  return {
    defaultSeconds: maxSeconds ?? idleSeconds,
    maxSeconds,
    graceSeconds: warningSeconds + clockToleranceSeconds,
  };
}
