import * as z from 'zod/mini';
import { NodeType } from '../access.ts';
import { endpoints } from '../endpoint.ts';
import { ImageAddress, Moment, text } from '../fields.ts';
import { NodeId } from '../nodes.ts';
import { AtMoment } from './moments.ts';
import { Theme } from './theme.ts';

/** A length of time as hh:mm:ss, from one minute to twelve hours. */
export const AutoLogoutDuration = z
  .string('field.required')
  .check(
    z.regex(/^(0\d|1[01]):[0-5]\d:[0-5]\d$|^12:00:00$/, 'field.duration'),
    z.refine(lastsAMinute, 'field.duration'),
  );

function lastsAMinute(text: string): boolean {
  return !text.startsWith('00:00:');
}

/** The seconds of a duration that was found good. */
export function secondsOf(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** In seconds: until the warning opens, how long it stays, and between two signs of life of an open page. */
export const SessionTimes = z.object({ idle: z.int(), warning: z.int(), keepAlive: z.int() });
export type SessionTimes = z.infer<typeof SessionTimes>;

/** The times in force at a place: its own duration where that is a good one, else what the installation has decided, and never more than `most`. */
export function sessionTimesAt(autoLogoutDuration: unknown, decided: SessionTimes, most = Infinity): SessionTimes {
  const own = AutoLogoutDuration.safeParse(autoLogoutDuration);
  return { ...decided, idle: Math.min(own.success ? secondsOf(own.data) : decided.idle, most) };
}

/** How a place shows the e-basket: another logo, another name. */
export const EBasketDisplay = z.object({
  displayLogo: ImageAddress,
  displayName: z.nullable(text(64).check(z.minLength(5, 'field.displayNameTooShort'))),
});

/** What a place works with: its own values, and for each that it has not, those of the nearest place above that has. */
export const NodeConfiguration = z.object({
  eBasketMgmtSettings: z.array(z.object({ displaySettings: EBasketDisplay })),
  nodeConfiguration: z.object({ nodeConfigSetting: z.object({ autoLogoutDuration: z.nullable(z.string()) }) }),
  nodeThemeSetting: Theme,
  nodeDetail: z.object({ id: NodeId, name: z.string(), nodeType: NodeType, orgCode: z.string() }),
  sessionTimes: SessionTimes,
  /** The moment that it is told for; not there for now. */
  at: z.optional(Moment),
});
export type NodeConfiguration = z.infer<typeof NodeConfiguration>;

/** What places work with. */
export const nodeConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/node/{id}/configuration',
    about:
      'The configuration in force at a place of the caller’s own area, or above it. It needs no permission: portals work by it. What was or will be in force at another moment, `at`, is told to those who may look at settings.',
    allow: 'signedIn',
    params: z.object({ id: NodeId }),
    query: z.object({ at: z.optional(AtMoment) }),
    result: NodeConfiguration,
    errors: ['node.unknown', 'setting.notToldThen'],
  },
});
