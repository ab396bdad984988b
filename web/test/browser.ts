import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import '../src/platform/first.ts';

declare global {
  interface Window {
    /** The pretend browser that tests run in, which can be made as narrow as a phone. */
    happyDOM?: { setViewport: (size: { width: number }) => void };
  }
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});
