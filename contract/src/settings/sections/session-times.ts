import * as z from 'zod/mini';

/** A duration as hh:mm:ss, from one minute to twelve hours. */
export const AutoLogoutDuration = z.string('field.required').check(
  z.minLength(1, { error: 'field.required', abort: true }),
  z.regex(/^\d\d:[0-5]\d:[0-5]\d$/, { error: 'field.duration', abort: true }),
  z.refine((duration) => duration >= '00:01:00' && duration <= '12:00:00', 'field.idleTime'),
);

/** The seconds of a valid hh:mm:ss duration. */
export function durationInSeconds(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/**
 * In seconds: idle time until the warning opens, how long the warning stays, and the keep-alive interval of an open
 * page.
 */
export const SessionTimes = z.object({ idle: z.int(), warning: z.int(), keepAlive: z.int() });
export type SessionTimes = z.infer<typeof SessionTimes>;

/**
 * The session times of a node: its own idle duration if valid, else the installation's default; never above `maxIdle`
 * seconds.
 */
export function resolveSessionTimes(
  autoLogoutDuration: unknown,
  defaults: SessionTimes,
  maxIdle = Infinity,
): SessionTimes {
  const parsed = AutoLogoutDuration.safeParse(autoLogoutDuration);
  return { ...defaults, idle: Math.min(parsed.success ? durationInSeconds(parsed.data) : defaults.idle, maxIdle) };
}
