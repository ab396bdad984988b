import { locks } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import '../src/platform/bootstrap.ts';

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
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
