import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearAll, entries, openPortal as open, startAll } from '../../test/opened.tsx';

beforeEach(startAll);
afterEach(clearAll);

describe('the static menu file', () => {
  /** A file of screens beside the server; hands out how often it was asked for. */
  function aMenuFile(paths: unknown): string[] {
    const server = globalThis.fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
      if (address !== '/menu.json') return server(address, request);
      asked.push(request?.method ?? 'GET');
      return Response.json(paths);
    });
    return asked;
  }

  test('says while the portal is worked on what the menu shows, of what somebody may open', async () => {
    const asked = aMenuFile(['/users', '/organisation', '/dashboard', '/nowhere']);
    await open('/dashboard');
    await waitFor(() => expect(entries()).toEqual(['User List', 'Dashboard']));
    expect(asked).toEqual(['GET']);
  });

  test('that says nothing sensible changes nothing', async () => {
    const asked = aMenuFile({ paths: 'all' });
    await open('/dashboard');
    await waitFor(() => expect(asked).toEqual(['GET']));
    expect(entries()).toEqual(['Dashboard', 'User List', 'Hierarchy', 'Audit']);
  });

  test('is not asked for by a built portal', async () => {
    vi.stubEnv('DEV', false);
    try {
      const asked = aMenuFile(['/users']);
      await open('/dashboard');
      expect(entries()).toEqual(['Dashboard', 'User List', 'Hierarchy', 'Audit']);
      expect(asked).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
