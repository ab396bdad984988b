import { resolve } from 'node:path';
import { sessionSeconds } from '@storeward/contract/limits';
import type { RuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import {
  ipNetworks,
  databaseAddress,
  hostName,
  hostNames,
  hostPairs,
  secretKey,
  localeName,
  smtpUrl,
  commitId,
  bearerToken,
  mailSender,
  onOffFlag,
  oneOf,
  pathOnHost,
  baseUrl,
  webOrigin,
  integerBetween,
  textLine,
  webAddress,
} from './environment-values.ts';
import type { VariableType } from './environment-values.ts';
import { minConnections } from '../http/admission/lanes.ts';
import { ConfigurationError } from './configuration-error.ts';

/** The configuration of this installation by environment variables; `.env.example` documents each. */
export type Environment = ReturnType<typeof readEnvironment>;

/** Reads and validates the environment; throws one `ConfigurationError` that lists all invalid values. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>> = process.env) {
  const { take, reject, finish } = reader(source);

  const port = take('PORT', integerBetween(0, 65_535)) ?? 8080;
  const databaseUrl = take('DATABASE_URL', databaseAddress);
  const environment =
    take('ENVIRONMENT', oneOf('production', 'pre-production', 'testing', 'development')) ??
    (databaseUrl ? 'production' : 'development');

  const monitoringScript = take('MONITORING_SCRIPT', webAddress);
  const publicUrl = take('PUBLIC_URL', webOrigin) ?? `http://localhost:${port}`;
  const securityProfile = take('SECURITY_PROFILE', oneOf('compat', 'hardened')) ?? 'compat';

  const environmentValues = {
    port,
    host: take('HOST', hostName) ?? '127.0.0.1',
    publicUrl,
    trustProxy: take('TRUST_PROXY', ipNetworks) ?? [],
    dataDir: resolve(take('DATA_DIR', textLine) ?? 'data'),
    databaseUrl,
    databaseAppUrl: take('DATABASE_APP_URL', databaseAddress),
    databaseConnections: take('DATABASE_CONNECTIONS', integerBetween(minConnections, 1000)) ?? 22,
    queueSeconds: take('QUEUE_SECONDS', integerBetween(1, 60)) ?? 5,
    heavyQueueSeconds: take('HEAVY_QUEUE_SECONDS', integerBetween(1, 600)) ?? 20,
    exportSeconds: take('EXPORT_SECONDS', integerBetween(1, 3600)) ?? 240,
    demoData: take('DEMO_DATA', onOffFlag) ?? (!databaseUrl && environment !== 'production'),
    secretKey: take('SECRET_KEY', secretKey),
    secretKeyPrevious: take('SECRET_KEY_PREVIOUS', secretKey),
    securityProfile,
    environment,
    environmentName: take('ENVIRONMENT_NAME', textLine) ?? environment,
    environmentBanner: take('ENVIRONMENT_BANNER', onOffFlag) ?? false,
    signInTries: take('SIGN_IN_TRIES', integerBetween(1, 1_000_000)) ?? 10,
    signInLockMinutes: take('SIGN_IN_LOCK_MINUTES', integerBetween(1, 10_080)) ?? 30,
    signInTriesInRow: take('SIGN_IN_TRIES_IN_ROW', integerBetween(1, 1_000_000)) ?? 100,
    addressTries: take('ADDRESS_TRIES', integerBetween(1, 1_000_000)) ?? 100,
    apiKeyRequestsPerMinute: take('API_KEY_REQUESTS_PER_MINUTE', integerBetween(1, 1_000_000)) ?? 600,
    addressWindowMinutes: take('ADDRESS_WINDOW_MINUTES', integerBetween(1, 1440)) ?? 15,
    idleSeconds:
      take('IDLE_SECONDS', integerBetween(60, 604_800)) ??
      (securityProfile === 'hardened'
        ? 900
        : environment === 'pre-production'
          ? sessionSeconds.idleInPreProduction
          : sessionSeconds.idle),
    warningSeconds: take('WARNING_SECONDS', integerBetween(10, 3600)) ?? sessionSeconds.warning,
    keepAliveSeconds: take('KEEP_ALIVE_SECONDS', integerBetween(30, 3540)) ?? sessionSeconds.keepAlive,
    apiBaseUrl: take('API_BASE_URL', pathOnHost),
    apiBaseUrlChina: take('API_BASE_URL_CHINA', pathOnHost),
    partnerHosts: take('PARTNER_HOSTS', hostNames) ?? [],
    legacyHosts: take('LEGACY_HOSTS', hostPairs) ?? new Map<string, string>(),
    dateLocale: take('DATE_LOCALE', localeName) ?? 'en-GB',
    smtpUrl: take('SMTP_URL', smtpUrl),
    smtpTimeoutSeconds: take('SMTP_TIMEOUT_SECONDS', integerBetween(1, 20)) ?? 10,
    webhookTimeoutSeconds: take('WEBHOOK_TIMEOUT_SECONDS', integerBetween(1, 30)) ?? 10,
    mailFrom: take('MAIL_FROM', mailSender) ?? `no-reply@${new URL(publicUrl).hostname}`,
    s3Endpoint: take('S3_ENDPOINT', baseUrl),
    s3Region: take('S3_REGION', textLine),
    s3AccessKeyId: take('S3_ACCESS_KEY_ID', textLine),
    s3SecretAccessKey: take('S3_SECRET_ACCESS_KEY', textLine),
    s3Bucket: take('S3_BUCKET', textLine),
    headerSeconds: take('HEADER_SECONDS', integerBetween(1, 600)) ?? 15,
    bodySeconds: take('BODY_SECONDS', integerBetween(1, 3600)) ?? 60,
    stalledSeconds: take('STALLED_SECONDS', integerBetween(1, 3600)) ?? 60,
    idleConnectionSeconds: take('IDLE_CONNECTION_SECONDS', integerBetween(1, 3600)) ?? 65,
    requestSeconds: take('REQUEST_SECONDS', integerBetween(1, 86_400)) ?? 600,
    connectionsByAddress: take('CONNECTIONS_BY_ADDRESS', integerBetween(1, 100_000)) ?? 1000,
    refusedUploadsPerMinute: take('REFUSED_UPLOADS_PER_MINUTE', integerBetween(1, 1_000_000)) ?? 60,
    uploadsByUser: take('UPLOADS_BY_USER', integerBetween(1, 10_000)) ?? 6,
    uploadsByOrganisation: take('UPLOADS_BY_ORGANISATION', integerBetween(1, 10_000)) ?? 24,
    uploadsInAll: take('UPLOADS_IN_ALL', integerBetween(1, 100_000)) ?? 96,
    eventStreamsBySession: take('EVENT_STREAMS_BY_SESSION', integerBetween(1, 10_000)) ?? 6,
    eventStreamsByUser: take('EVENT_STREAMS_BY_USER', integerBetween(1, 10_000)) ?? 10,
    eventStreamsByOrganisation: take('EVENT_STREAMS_BY_ORGANISATION', integerBetween(1, 10_000)) ?? 100,
    eventStreamsInAll: take('EVENT_STREAMS_IN_ALL', integerBetween(1, 100_000)) ?? 400,
    importsByUser: take('IMPORTS_BY_USER', integerBetween(1, 10_000)) ?? 100,
    importsByOrganisation: take('IMPORTS_BY_ORGANISATION', integerBetween(1, 100_000)) ?? 500,
    uploadRoomMb: take('UPLOAD_ROOM_MB', integerBetween(1, 1_048_576)) ?? 1024,
    auditAnchorUrl: take('AUDIT_ANCHOR_URL', webAddress),
    auditAnchorBucket: take('AUDIT_ANCHOR_BUCKET', onOffFlag) ?? false,
    auditKeepDays: take('AUDIT_KEEP_DAYS', integerBetween(90, 36_500)),
    webhookNetworks: take('WEBHOOK_NETWORKS', ipNetworks) ?? [],
    // only in testing: what users see must not leave an installation in use
    monitoringScript: environment === 'testing' ? monitoringScript : undefined,
    faceIdProvider: take('FACE_ID_PROVIDER', textLine) ?? '',
    resetLinkMinutes: take('RESET_LINK_MINUTES', integerBetween(1, 1440)) ?? (securityProfile === 'hardened' ? 10 : 30),
    resetGuesses: take('RESET_GUESSES', integerBetween(1, 1_000_000)) ?? 10,
    recoveryMails: take('RECOVERY_MAILS', integerBetween(1, 1_000_000)) ?? 6,
    recoveryUnknownByAddress: take('RECOVERY_UNKNOWN_BY_ADDRESS', integerBetween(0, 1_000_000)) ?? 5,
    recoveryUnknownByPortal: take('RECOVERY_UNKNOWN_BY_PORTAL', integerBetween(0, 1_000_000)) ?? 50,
    hashMemoryKib: take('HASH_MEMORY_KIB', integerBetween(8, 1_048_576)) ?? 19_456,
    hashPasses: take('HASH_PASSES', integerBetween(1, 100)) ?? 2,
    hashParallelism: take('HASH_PARALLELISM', integerBetween(1, 16)) ?? 1,
    hashAtOnce: take('HASH_AT_ONCE', integerBetween(1, 64)) ?? 2,
    hashQueueSeconds: take('HASH_QUEUE_SECONDS', integerBetween(1, 60)) ?? 2,
    metricsPort: take('METRICS_PORT', integerBetween(1, 65_535)),
    metricsHost: take('METRICS_HOST', hostName) ?? '127.0.0.1',
    metricsToken: take('METRICS_TOKEN', bearerToken),
    tracesEndpoint:
      take('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', webAddress) ?? take('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress),
    commit: take('COMMIT', commitId),
    accessLog: take('ACCESS_LOG', onOffFlag) ?? false,
    logLevel: take('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')) ?? 'info',
  } as const;

  if (source['DATABASE_URL'] && !source['SECRET_KEY']) {
    reject('SECRET_KEY', 'is needed together with DATABASE_URL: 32 random bytes (made by: openssl rand -hex 32)');
  }
  if (environmentValues.databaseAppUrl && !source['DATABASE_URL'])
    reject('DATABASE_APP_URL', 'means nothing without DATABASE_URL');
  if (environmentValues.hashMemoryKib < 8 * environmentValues.hashParallelism) {
    reject(
      'HASH_MEMORY_KIB',
      `must be at least 8 for each of the ${environmentValues.hashParallelism} lanes of HASH_PARALLELISM`,
    );
  }
  if (environmentValues.headerSeconds > environmentValues.requestSeconds)
    reject('HEADER_SECONDS', 'must not be above REQUEST_SECONDS');
  const storage = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_BUCKET'];
  const missing = storage.filter((name) => !source[name]?.trim());
  if (missing.length < storage.length) {
    for (const name of missing) reject(name, 'is needed as soon as one of the S3 values is set');
  }
  if (environmentValues.auditAnchorBucket && missing.length > 0)
    reject('AUDIT_ANCHOR_BUCKET', 'means nothing without the S3 values');
  finish();
  return environmentValues;
}

/**
 * Whether mails are kept in the outbox, where `/dev/mail` shows them without a sign-in. Never behind a proxy: one on this machine
 * that adds no header cannot be distinguished from a local client.
 */
export function hasOpenMailbox({
  environment,
  smtpUrl,
  trustProxy,
}: Pick<Environment, 'environment' | 'smtpUrl' | 'trustProxy'>): boolean {
  return environment !== 'production' && !smtpUrl && trustProxy.length === 0;
}

/** The configuration that is embedded into every page; in production there is no banner except the warning about demo data. */
export function runtimeConfiguration(values: Environment, { demo = false } = {}): RuntimeConfiguration {
  const { environment, environmentBanner, environmentName, securityProfile } = values;
  return {
    apiBase: values.apiBaseUrl ?? '',
    apiBaseChina: values.apiBaseUrlChina ?? '',
    partnerHosts: values.partnerHosts,
    times: { idle: values.idleSeconds, warning: values.warningSeconds, keepAlive: values.keepAliveSeconds },
    banner: environmentBanner && environment !== 'production' ? environmentName : '',
    demoWarning: demo && environment === 'production',
    passwordSpaces: securityProfile === 'hardened',
    dateLocale: values.dateLocale,
    faceIdProvider: values.faceIdProvider,
  };
}

/** Treats empty values as not set, and collects errors until `finish`. */
function reader(source: Readonly<Record<string, string | undefined>>) {
  const errors: string[] = [];
  const reject = (name: string, reason: string) => errors.push(`  ${name} ${reason}`);
  return {
    reject,
    take<T>(name: string, type: VariableType<T>): T | undefined {
      const text = source[name]?.trim();
      if (!text) return undefined;
      const { success, data } = type.safeParse(text);
      if (!success)
        reject(name, `must be ${type.description}${isSecret(name) ? '' : `; it is "${abbreviated(text)}"`}`);
      return data;
    },
    finish() {
      if (errors.length > 0) {
        throw new ConfigurationError(
          `Please correct these values in the environment or in .env:\n${errors.join('\n')}`,
        );
      }
    },
  };
}

/** Values of these variables may contain passwords, so errors do not repeat them. */
function isSecret(name: string): boolean {
  return /KEY|SECRET|TOKEN|DATABASE|SMTP/.test(name);
}

function abbreviated(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
