import { existsSync } from 'node:fs';

/** How Chromium is started for tests and figures: without a sandbox of its own, and asking nobody for anything. */
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

/** Where Chromium lies for tests and figures; without a window of its own, if there is such a one. */
export const browserPath = (): string =>
  process.env['CHROMIUM'] ?? (existsSync(withoutWindows) ? withoutWindows : '/usr/bin/chromium');
