import type { Platform } from '../platform/application.ts';
import { type RateLimits, rateLimits } from './queries.ts';

/** Creates the counters of wrong secrets by the limits of the environment. */
export function createRateLimits({ environment, security }: Platform): RateLimits {
  return rateLimits(security.secretKey, {
    lockAfter: environment.signInTries,
    lockMinutes: environment.signInLockMinutes,
    blockAfter: environment.signInTriesInRow,
    maxPerAddress: environment.addressTries,
    windowMinutes: environment.addressWindowMinutes,
  });
}
