import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tearDownPortal, menuLinks, openPortal as open, setUpPortal } from '../../../test/open-portal.tsx';

beforeEach(setUpPortal);
afterEach(tearDownPortal);

describe('the static menu file', () => {
  /** Mocks `/menu.json`; returns the methods of its requests. */
  function mockMenuFile(paths: unknown): string[] {
    const mockedFetch = globalThis.fetch;
    const menuRequests: string[] = [];
    vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
      if (address !== '/menu.json') return mockedFetch(address, request);
      menuRequests.push(request?.method ?? 'GET');
      return Response.json(paths);
    });
    return menuRequests;
  }

  test('selects and orders the permitted screens of the menu during development', async () => {
    const menuRequests = mockMenuFile(['/users', '/organisation', '/dashboard', '/nowhere']);
    await open('/dashboard');
    await waitFor(() => expect(menuLinks()).toEqual(['User List', 'Dashboard']));
    expect(menuRequests).toEqual(['GET']);
  });

  test('ignores an invalid static menu file', async () => {
    const menuRequests = mockMenuFile({ paths: 'all' });
    await open('/dashboard');
    await waitFor(() => expect(menuRequests).toEqual(['GET']));
    expect(menuLinks()).toEqual([
      'Dashboard',
      'User List',
      'API Keys',
      'Hierarchy',
      'Compare',
      'Change Calendar',
      'Audit',
    ]);
  });

  test('requests no static menu file in a production build', async () => {
    vi.stubEnv('DEV', false);
    try {
      const menuRequests = mockMenuFile(['/users']);
      await open('/dashboard');
      expect(menuLinks()).toEqual([
        'Dashboard',
        'User List',
        'API Keys',
        'Hierarchy',
        'Compare',
        'Change Calendar',
        'Audit',
      ]);
      expect(menuRequests).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
