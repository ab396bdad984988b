import * as z from 'zod/mini';

/** What a page has to know of its installation before it can ask for anything; the server writes it into each page. */
export const PortalFacts = z.object({
  /** The path under which the API answers on the page’s own host, nothing for none; hosts of China may have one of their own. */
  apiBase: z.string(),
  apiBaseChina: z.string(),
  /** Hosts of partners, that never see a token. */
  partnerHosts: z.array(z.string()),
  /** In seconds: until the idle warning opens, how long it stays, and between two signs of life of an open page. */
  times: z.object({ idle: z.int(), warning: z.int(), keepAlive: z.int() }),
  /** What a strip above every screen says this installation is; nothing for none. */
  banner: z.string(),
  /** Whether a password may have spaces, so that the sign-in form takes them. */
  passwordSpaces: z.boolean(),
  /** Where dates are typed as here: with the day first in en-GB, with the month first anywhere else. */
  dateLocale: z.string(),
  /** Who recognises faces for this installation; nothing where nobody does. */
  faceIdProvider: z._default(z.string(), ''),
});
export type PortalFacts = z.infer<typeof PortalFacts>;

/** The facts of an installation whose operator has decided nothing. */
export const usualFacts: PortalFacts = {
  apiBase: '',
  apiBaseChina: '',
  partnerHosts: [],
  times: { idle: 2400, warning: 300, keepAlive: 3300 },
  banner: '',
  passwordSpaces: false,
  dateLocale: 'en-GB',
  faceIdProvider: '',
};

/** How the names of hosts end that belong to China. */
export const chinaSuffix = '.cn';
