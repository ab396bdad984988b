import * as z from 'zod/mini';
import { sessionSeconds } from './limits.ts';

/** The configuration of the installation that the server embeds into each page, so that it is available before the first request. */
export const RuntimeConfiguration = z.object({
  /** The path prefix of the API on the page’s own host, empty for none; `apiBaseChina` is for hosts with `chinaSuffix`. */
  apiBase: z.string(),
  apiBaseChina: z.string(),
  /** Hosts of partners, which never receive an access token. */
  partnerHosts: z.array(z.string()),
  /** Seconds: until the idle warning, duration of the warning, and interval of session renewal. */
  times: z.object({ idle: z.int(), warning: z.int(), keepAlive: z.int() }),
  /** The name of a non-production installation, shown above every screen; empty for none. */
  banner: z.string(),
  /** Whether a production installation has demo accounts; a warning above every screen says so. */
  demoWarning: z._default(z.boolean(), false),
  /** Whether passwords may contain spaces. */
  passwordSpaces: z.boolean(),
  /** The locale for date input: day first for en-GB, month first for all others. */
  dateLocale: z.string(),
  /** The name of the face recognition provider; empty for none. */
  faceIdProvider: z._default(z.string(), ''),
});
export type RuntimeConfiguration = z.infer<typeof RuntimeConfiguration>;

export const defaultRuntimeConfiguration: RuntimeConfiguration = {
  apiBase: '',
  apiBaseChina: '',
  partnerHosts: [],
  times: { idle: sessionSeconds.idle, warning: sessionSeconds.warning, keepAlive: sessionSeconds.keepAlive },
  banner: '',
  demoWarning: false,
  passwordSpaces: false,
  dateLocale: 'en-GB',
  faceIdProvider: '',
};

export const chinaSuffix = '.cn';

/** Day first, and month first. Input in all other locales has the month first as well. */
export const dateLocales = ['en-GB', 'en-US'] as const;

/** The locale that formats dates: the words come from the language, their order from the region of the date locale. */
export const localeForDates = (language: string, dateLocale: string): string =>
  new Intl.Locale(language, { region: new Intl.Locale(dateLocale).region ?? 'GB' }).toString();
