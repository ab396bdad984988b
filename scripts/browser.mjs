// Finds a Chromium for the browser tests, and installs one if there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Path of a browser that starts, or undefined. */
export async function browser() {
  return (
    (await find()) ?? (installDebian() ? await find() : undefined) ?? (installBundled() ? await find() : undefined)
  );
}

async function find() {
  const { chromium } = await import('@playwright/test');
  const candidates = [
    process.env.CHROMIUM,
    // the headless shell uses half the CPU per page
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  // some systems have a stub that only prints how to install it, so --version must succeed
  return candidates.find((path) => path && existsSync(path) && succeeds(path, ['--version']));
}

function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium from the distribution …');
  const install = (name) => succeeds('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation']);
  return succeeds('apt-get', ['update']) && (install('chromium-headless-shell') || install('chromium'));
}

function installBundled() {
  console.log('Installing Chromium for the tests …');
  return (
    spawnSync('playwright', ['install', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    }).status === 0
  );
}

function succeeds(file, args) {
  return (
    spawnSync(file, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  );
}
