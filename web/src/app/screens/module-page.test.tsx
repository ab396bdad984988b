import type { NodeId } from '@storeward/contract/nodes';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPortal, setUpPortal, tearDownPortal } from '../../../test/open-portal.tsx';
import { phrase } from '../../../test/phrase.ts';

beforeEach(setUpPortal);
afterEach(tearDownPortal);

test('the page of a module whose settings the role does not see says so, with a way out', async () => {
  const accessRights = [{ shortName: 'list_setting', associatePermission: 'LIST_SETTING' as const }];
  const modules = [{ shortName: 'engage', accessRights }];
  await openPortal('/engage/', {
    rootNodeId: '0199a000-0000-7000-8000-000000000101' as NodeId,
    userRole: [{ id: '0199a000-0000-7000-8000-00000000000a', name: 'Clerk', modules }],
  });
  expect(await screen.findByRole('heading', { name: phrase('settings.notViewable') })).toBeDefined();
  expect(screen.getByText(phrase('errors.setting.notShown'))).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard');
});
