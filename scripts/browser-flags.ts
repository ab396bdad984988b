import { existsSync } from 'node:fs';

/** Chromium flags for tests and benchmarks: no sandbox, no background network traffic. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const withoutWindows = '/usr/bin/chromium-headless-shell';

/** Path of Chromium for tests and benchmarks; the headless shell is preferred. */
export const browserPath = (): string =>
  process.env['CHROMIUM'] ?? (existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium');
