import { resolve } from 'node:path';
import type { PortalFacts } from '@storeward/contract/portal';
import {
  addresses,
  databaseAddress,
  hostName,
  hostNames,
  hostPairs,
  key,
  localeName,
  mailServer,
  mailSender,
  onOrOff,
  oneOf,
  ownPath,
  webBase,
  webOrigin,
  whole,
  words,
} from './env-values.ts';
import type { Kind } from './env-values.ts';
import { Trouble } from './trouble.ts';

/** Everything an operator has decided about this installation. `.env.example` says what each value is for. */
export type Environment = ReturnType<typeof readEnvironment>;

/** Reads the environment once; the only place that does, and it names every wrong value at once. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>> = process.env) {
  const { take, refuse, finish } = reader(source);

  const port = take('PORT', whole(0, 65_535)) ?? 8080;
  const databaseUrl = take('DATABASE_URL', databaseAddress);
  const environment =
    take('ENVIRONMENT', oneOf('production', 'pre-production', 'testing', 'development')) ??
    (databaseUrl ? 'production' : 'development');

  const publicUrl = take('PUBLIC_URL', webOrigin) ?? `http://localhost:${port}`;
  const securityProfile = take('SECURITY_PROFILE', oneOf('compat', 'hardened')) ?? 'compat';

  const found = {
    port,
    host: take('HOST', hostName) ?? '127.0.0.1',
    publicUrl,
    trustProxy: take('TRUST_PROXY', addresses) ?? [],
    dataDir: resolve(take('DATA_DIR', words) ?? 'data'),
    databaseUrl,
    databaseAppUrl: take('DATABASE_APP_URL', databaseAddress),
    demoData: take('DEMO_DATA', onOrOff) ?? !databaseUrl,
    secretKey: take('SECRET_KEY', key),
    secretKeyPrevious: take('SECRET_KEY_PREVIOUS', key),
    securityProfile,
    environment,
    environmentName: take('ENVIRONMENT_NAME', words) ?? environment,
    environmentBanner: take('ENVIRONMENT_BANNER', onOrOff) ?? false,
    signInTries: take('SIGN_IN_TRIES', whole(1, 1_000_000)) ?? 10,
    signInLockMinutes: take('SIGN_IN_LOCK_MINUTES', whole(1, 10_080)) ?? 30,
    signInTriesInRow: take('SIGN_IN_TRIES_IN_ROW', whole(1, 1_000_000)) ?? 100,
    addressTries: take('ADDRESS_TRIES', whole(1, 1_000_000)) ?? 100,
    addressWindowMinutes: take('ADDRESS_WINDOW_MINUTES', whole(1, 1440)) ?? 15,
    idleSeconds:
      take('IDLE_SECONDS', whole(60, 604_800)) ??
      (securityProfile === 'hardened' ? 900 : environment === 'pre-production' ? 7200 : 2400),
    warningSeconds: take('WARNING_SECONDS', whole(10, 3600)) ?? 300,
    keepAliveSeconds: take('KEEP_ALIVE_SECONDS', whole(30, 3540)) ?? 3300,
    apiBaseUrl: take('API_BASE_URL', ownPath),
    apiBaseUrlChina: take('API_BASE_URL_CHINA', ownPath),
    partnerHosts: take('PARTNER_HOSTS', hostNames) ?? [],
    legacyHosts: take('LEGACY_HOSTS', hostPairs) ?? new Map<string, string>(),
    dateLocale: take('DATE_LOCALE', localeName) ?? 'en-GB',
    smtpUrl: take('SMTP_URL', mailServer),
    smtpTimeoutSeconds: take('SMTP_TIMEOUT_SECONDS', whole(1, 20)) ?? 10,
    mailFrom: take('MAIL_FROM', mailSender) ?? `no-reply@${new URL(publicUrl).hostname}`,
    s3Endpoint: take('S3_ENDPOINT', webBase),
    s3Region: take('S3_REGION', words),
    s3AccessKeyId: take('S3_ACCESS_KEY_ID', words),
    s3SecretAccessKey: take('S3_SECRET_ACCESS_KEY', words),
    s3Bucket: take('S3_BUCKET', words),
    uploadRoomMb: take('UPLOAD_ROOM_MB', whole(1, 1_048_576)) ?? 1024,
    webhookNetworks: take('WEBHOOK_NETWORKS', addresses) ?? [],
    faceIdProvider: take('FACE_ID_PROVIDER', words) ?? '',
    resetLinkMinutes: take('RESET_LINK_MINUTES', whole(1, 1440)) ?? (securityProfile === 'hardened' ? 10 : 30),
    resetGuesses: take('RESET_GUESSES', whole(1, 1_000_000)) ?? 10,
    recoveryMails: take('RECOVERY_MAILS', whole(1, 1_000_000)) ?? 6,
    recoveryUnknownByAddress: take('RECOVERY_UNKNOWN_BY_ADDRESS', whole(0, 1_000_000)) ?? 5,
    recoveryUnknownByPortal: take('RECOVERY_UNKNOWN_BY_PORTAL', whole(0, 1_000_000)) ?? 50,
    hashMemoryKib: take('HASH_MEMORY_KIB', whole(8, 1_048_576)) ?? 19_456,
    hashPasses: take('HASH_PASSES', whole(1, 100)) ?? 2,
    hashParallelism: take('HASH_PARALLELISM', whole(1, 16)) ?? 1,
    hashAtOnce: take('HASH_AT_ONCE', whole(1, 64)) ?? 2,
    hashQueueSeconds: take('HASH_QUEUE_SECONDS', whole(1, 60)) ?? 2,
    logLevel: take('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')) ?? 'info',
  } as const;

  if (source['DATABASE_URL'] && !source['SECRET_KEY']) {
    refuse('SECRET_KEY', 'is needed together with DATABASE_URL: 32 random bytes (made by: openssl rand -hex 32)');
  }
  if (found.databaseAppUrl && !source['DATABASE_URL']) refuse('DATABASE_APP_URL', 'means nothing without DATABASE_URL');
  if (found.hashMemoryKib < 8 * found.hashParallelism) {
    refuse('HASH_MEMORY_KIB', `must be at least 8 for each of the ${found.hashParallelism} lanes of HASH_PARALLELISM`);
  }
  const storage = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET'];
  const missing = storage.filter((name) => !source[name]?.trim());
  if (missing.length < storage.length) {
    for (const name of missing) refuse(name, 'is needed as soon as one of the S3 values is set');
  }
  finish();
  return found;
}

/** What every page is told of the operator's decisions; people are warned by a banner only where the work is not in earnest. */
export function portalFacts(decided: Environment): PortalFacts {
  const { environment, environmentBanner, environmentName, securityProfile } = decided;
  return {
    apiBase: decided.apiBaseUrl ?? '',
    apiBaseChina: decided.apiBaseUrlChina ?? '',
    partnerHosts: decided.partnerHosts,
    times: { idle: decided.idleSeconds, warning: decided.warningSeconds, keepAlive: decided.keepAliveSeconds },
    banner: environmentBanner && environment !== 'production' ? environmentName : '',
    passwordSpaces: securityProfile === 'hardened',
    dateLocale: decided.dateLocale,
    faceIdProvider: decided.faceIdProvider,
  };
}

/** An empty value counts as not set; a wrong one is remembered, so that all of them are told together. */
function reader(source: Readonly<Record<string, string | undefined>>) {
  const wrong: string[] = [];
  const refuse = (name: string, because: string) => wrong.push(`  ${name} ${because}`);
  return {
    refuse,
    take<T>(name: string, kind: Kind<T>): T | undefined {
      const text = source[name]?.trim();
      if (!text) return undefined;
      const value = kind.read(text);
      if (value === undefined)
        refuse(name, `must be ${kind.mustBe}${isSecret(name) ? '' : `; it is "${shortened(text)}"`}`);
      return value;
    },
    finish() {
      if (wrong.length > 0) {
        throw new Trouble(`Please correct these values in the environment or in .env:\n${wrong.join('\n')}`);
      }
    },
  };
}

/** Addresses carry passwords, so they are not repeated on the screen or in a log. */
function isSecret(name: string): boolean {
  return /KEY|SECRET|DATABASE|SMTP/.test(name);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
