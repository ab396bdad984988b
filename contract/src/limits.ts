/** Seconds: until the idle warning, in general and in pre-production; its duration; between two renewals of a session. */
export const sessionSeconds = { idle: 2400, idleInPreProduction: 7200, warning: 300, keepAlive: 3300 } as const;

/** Search of products: from how many characters of a SKU and of a name, after which pause in milliseconds, and how many. */
export const productSearch = { skuLength: 3, nameLength: 2, pauseMs: 300, limit: 10 } as const;

/** The organisations that the portal of the platform loads. */
export const shownOrganisations = { search: '', sort: 'createdDate:desc', page: 0, size: 100 } as const;

/** Characters of a customer id's prefix, and of prefix and sequence together. */
export const customerIdPrefixMaxLength = 5;
export const customerIdMaxLength = 9;

/** Characters of the name of a stock-take report's button. */
export const reportButtonMaxLength = 30;

/** Characters of a display name that customers see: of the e-basket and of payment options. */
export const displayNameMinLength = 5;

/** The settings of a real-user-monitoring script: percent of the sessions and of their replays, and that input is masked. */
export const monitoring = { sessionSampleRate: 100, sessionReplaySampleRate: 20, maskInput: true } as const;
