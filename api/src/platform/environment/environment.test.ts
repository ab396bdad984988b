import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runtimeConfiguration, readEnvironment } from './environment.ts';
import { ConfigurationError } from './configuration-error.ts';

const secret = 'ab'.repeat(32);

function errorOf(source: Record<string, string>): string {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('without any value the installation is a demo on localhost with the embedded database', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    databaseUrl: undefined,
    demoData: true,
    environment: 'development',
    idleSeconds: 2400,
    warningSeconds: 300,
    keepAliveSeconds: 3300,
    hashMemoryKib: 19_456,
    webhookTimeoutSeconds: 10,
  });
});

test('with DATABASE_URL the installation is production without demo data', () => {
  const environment = readEnvironment({ DATABASE_URL: 'postgresql://o:p@db/storeward', SECRET_KEY: secret });
  expect(environment).toMatchObject({ demoData: false, environment: 'production' });
  expect(Buffer.from(environment.secretKey ?? []).toString('hex')).toBe(secret);
});

test('production never has demo data by default', () => {
  expect(readEnvironment({ ENVIRONMENT: 'production' }).demoData).toBe(false);
  expect(readEnvironment({ ENVIRONMENT: 'production', DEMO_DATA: 'on' }).demoData).toBe(true);
});

test('pre-production has an idle time of 7200 seconds unless another one is set', () => {
  expect(readEnvironment({ ENVIRONMENT: 'pre-production' }).idleSeconds).toBe(7200);
  expect(readEnvironment({ ENVIRONMENT: 'pre-production', IDLE_SECONDS: '600' }).idleSeconds).toBe(600);
});

test('a hardened installation has an idle time of 15 minutes unless another one is set', () => {
  expect(readEnvironment({ SECURITY_PROFILE: 'hardened' }).idleSeconds).toBe(900);
  expect(readEnvironment({ SECURITY_PROFILE: 'hardened', ENVIRONMENT: 'pre-production' }).idleSeconds).toBe(900);
  expect(readEnvironment({ SECURITY_PROFILE: 'hardened', IDLE_SECONDS: '600' }).idleSeconds).toBe(600);
});

test('links contain the port if PUBLIC_URL is not set', () => {
  expect(readEnvironment({ PORT: '9000' }).publicUrl).toBe('http://localhost:9000');
});

test('an empty value counts as not set', () => {
  expect(readEnvironment({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ port: 8080, smtpUrl: undefined });
});

test('the runtime configuration contains the API paths, the partner hosts and the session times', () => {
  const reported = (values: Record<string, string>) => runtimeConfiguration(readEnvironment(values));
  expect(reported({})).toEqual(defaultRuntimeConfiguration);
  expect(
    reported({
      ENVIRONMENT: 'pre-production',
      ENVIRONMENT_BANNER: 'on',
      ENVIRONMENT_NAME: 'Trial run',
      API_BASE_URL_CHINA: '/api-cn/',
      PARTNER_HOSTS: 'images.example.com',
      WARNING_SECONDS: '60',
      DATE_LOCALE: 'en-us',
      FACE_ID_PROVIDER: 'Northwind Faces',
    }),
  ).toEqual({
    apiBase: '',
    apiBaseChina: '/api-cn',
    partnerHosts: ['images.example.com'],
    times: { idle: 7200, warning: 60, keepAlive: 3300 },
    banner: 'Trial run',
    demoWarning: false,
    passwordSpaces: false,
    dateLocale: 'en-US',
    faceIdProvider: 'Northwind Faces',
  });
  expect(reported({ ENVIRONMENT: 'production', ENVIRONMENT_BANNER: 'on' }).banner).toBe('');
  for (const [environment, isWarned] of [
    ['production', true],
    ['testing', false],
  ] as const)
    expect(runtimeConfiguration(readEnvironment({ ENVIRONMENT: environment }), { demo: true }).demoWarning).toBe(
      isWarned,
    );
  expect(reported({ SECURITY_PROFILE: 'hardened' }).passwordSpaces).toBe(true);
});

test('one error names all invalid values, each with what it must be', () => {
  const message = errorOf({ PORT: '80 80', DEMO_DATA: 'yes', ENVIRONMENT: 'live' });
  expect(message).toContain('PORT must be a whole number from 0 to 65535; it is "80 80"');
  expect(message).toContain('DEMO_DATA must be on or off; it is "yes"');
  expect(message).toContain('ENVIRONMENT must be one of production, pre-production, testing, development');
});

test.each([
  ['PORT', '70000'],
  ['PORT', '1e3'],
  ['HOST', 'two words'],
  ['HOST', 'localhost:8080'],
  ['PUBLIC_URL', 'portal.example.com'],
  ['PUBLIC_URL', 'https://portal.example.com/path'],
  ['PUBLIC_URL', 'https://user:password@portal.example.com'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'anybody'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SECRET_KEY', 'too short'],
  ['SMTP_URL', 'mail.example.com'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Storeward <no-reply@a.example>, thief@b.example'],
  ['SECURITY_PROFILE', 'strict'],
  ['KEEP_ALIVE_SECONDS', '3600'],
  ['PARTNER_HOSTS', 'https://a.example'],
  ['LEGACY_HOSTS', 'new.example.com'],
  ['LEGACY_HOSTS', 'new.example.com=https://old.example.com'],
  ['LEGACY_HOSTS', 'new.example.com=a.example,new.example.com=b.example'],
  ['DATE_LOCALE', 'British'],
  ['DATE_LOCALE', 'en-'],
  ['LOG_LEVEL', 'loud'],
  ['API_BASE_URL', 'https://api.example.com'],
  ['API_BASE_URL', '//api.example.com'],
  ['API_BASE_URL', '/api/../x'],
  ['API_BASE_URL_CHINA', 'https://api.example.cn/v1'],
  ['SIGN_IN_TRIES', '0'],
  ['ADDRESS_WINDOW_MINUTES', '1441'],
])('rejects %s with the value "%s"', (name, value) => {
  expect(errorOf({ [name]: value })).toContain(`  ${name} must be `);
});

test('parses the networks and addresses of proxies', () => {
  expect(readEnvironment({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
});

test('error messages do not contain secrets', () => {
  expect(errorOf({ SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db/x' })).not.toContain('hunter2');
});

test('DATABASE_URL requires SECRET_KEY', () => {
  expect(errorOf({ DATABASE_URL: 'postgresql://o:p@db/storeward' })).toContain('SECRET_KEY is needed');
});

test('requires either all S3 values or none', () => {
  const message = errorOf({ S3_ENDPOINT: 'https://s3.example.com', S3_REGION: 'x' });
  expect(message).toContain('S3_ACCESS_KEY_ID is needed');
  expect(message).toContain('S3_BUCKET is needed');
});

test('.env.example lists exactly the variables that are read', () => {
  const read = new Set<string>();
  readEnvironment(new Proxy({}, { get: (_, name) => (read.add(String(name)), undefined) }));
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const listed = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(new Set(listed)).toEqual(read);
  expect(listed).toHaveLength(read.size);
});
