// Finds a Chromium for the browser tests, and gets one when there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The path of a browser that starts, or undefined. */
export async function browser() {
  return (await find()) ?? (debian() ? await find() : undefined) ?? (own() ? await find() : undefined);
}

async function find() {
  const { chromium } = await import('@playwright/test');
  const places = [
    process.env.CHROMIUM,
    // the same engine without windows of its own: half the work for each page
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  // Some systems have a stub that only tells how to install the real one, so the browser has to answer.
  return places.find((place) => place && existsSync(place) && quiet(place, ['--version']));
}

function debian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium from the distribution …');
  const install = (name) => quiet('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation']);
  return quiet('apt-get', ['update']) && (install('chromium-headless-shell') || install('chromium'));
}

function own() {
  console.log('Installing Chromium for the tests …');
  return (
    spawnSync('playwright', ['install', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    }).status === 0
  );
}

function quiet(file, args) {
  return (
    spawnSync(file, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  );
}
