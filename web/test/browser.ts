import { locks } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import '../src/platform/first.ts';

declare global {
  interface Window {
    /** The pretend browser that tests run in, which can be made as narrow as a phone. */
    happyDOM?: { setViewport: (size: { width: number }) => void };
  }
}

// The pretend browser has no locks of its own.
Object.defineProperty(navigator, 'locks', { value: locks });
// What is waited for comes as soon as the machine gets to it; a busy one gets its time.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});
