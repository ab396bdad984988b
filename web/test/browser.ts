import { locks } from 'node:worker_threads';
import { cleanNotifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import '../src/platform/session/bootstrap.ts';

declare global {
  interface Window {
    /** happy-dom's API, to set the viewport. */
    happyDOM?: { setViewport: (size: { width: number }) => void };
  }
}

// happy-dom has no Web Locks.
Object.defineProperty(navigator, 'locks', { value: locks });
// A generous timeout for busy machines; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  cleanNotifications();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

// Test files share their worker's document and libraries, but each has modules of the portal of its own.
afterAll(() => {
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
  window.history.replaceState(null, '', '/');
  vi.resetModules();
});
