import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { ImageAddress, Timestamp, text } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { AtTimestamp } from './timestamps.ts';
import { Theme } from './theme.ts';

/** A duration as hh:mm:ss, from one minute to twelve hours. */
export const AutoLogoutDuration = z
  .string('field.required')
  .check(
    z.regex(/^(0\d|1[01]):[0-5]\d:[0-5]\d$|^12:00:00$/, 'field.duration'),
    z.refine(isAtLeastOneMinute, 'field.duration'),
  );

function isAtLeastOneMinute(duration: string): boolean {
  return !duration.startsWith('00:00:');
}

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

/** Logo and name of the e-basket at a node. */
export const EBasketDisplay = z.object({
  displayLogo: ImageAddress,
  displayName: z.nullable(text(64).check(z.minLength(5, 'field.displayNameTooShort'))),
});

/** The effective configuration of a node: own values, else those of the nearest ancestor that has one. */
export const NodeConfiguration = z.object({
  eBasketMgmtSettings: z.array(z.object({ displaySettings: EBasketDisplay })),
  nodeConfiguration: z.object({ nodeConfigSetting: z.object({ autoLogoutDuration: z.nullable(z.string()) }) }),
  nodeThemeSetting: Theme,
  nodeDetail: z.object({ id: NodeId, name: z.string(), nodeType: NodeType, orgCode: z.string() }),
  sessionTimes: SessionTimes,
  /** The time the values apply to; absent for the current time. */
  at: z.optional(Timestamp),
});
export type NodeConfiguration = z.infer<typeof NodeConfiguration>;

export const nodeConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/node/{id}/configuration',
    summary:
      'The configuration in force at a place of the caller’s own area, or above it. It needs no permission: portals work by it. What was or will be in force at another moment, `at`, is told to those who may look at settings.',
    allow: 'signedIn',
    params: z.object({ id: NodeId }),
    query: z.object({ at: z.optional(AtTimestamp) }),
    result: NodeConfiguration,
    errors: ['node.unknown', 'setting.notToldThen'],
  },
});
