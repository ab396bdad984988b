import { accessRights, roles } from '@storeward/contract/roles';
import { sessions } from '@storeward/contract/sessions';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTokens } from '../../../test/create-user.ts';
import { mockError, mockResponse } from '../../../test/mock-server.ts';
import { openPortal, setUpPortal, tearDownPortal } from '../../../test/open-portal.tsx';

beforeEach(async () => {
  await setUpPortal();
  mockResponse(sessions.login, createTokens(3600, undefined, { claims: { 'custom:roles': `["${roleId}"]` } }));
  // happy-dom has no font set, which the growing text field listens to
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  for (const endpoint of Object.values(accessRights)) mockResponse(endpoint, []);
  mockResponse(accessRights.om, [view]);
});
afterEach(tearDownPortal);

const roleId = '0199a000-0000-7000-8000-00000000000a';
const view = { shortName: 'view_node', associatePermission: 'VIEW_NODE' };
const ownModules = [{ shortName: 'om', accessRights: [view] }];
const options = { grantedPermissions: ['CREATE_ROLE' as const, 'VIEW_ROLE' as const] };
const readyMade = () => screen.queryByRole('combobox', { name: 'Ready-made role' });

test('a new role takes its rights from a ready-made role, however late the user’s own rights arrive', async () => {
  const ownModulesResponse = Promise.withResolvers<typeof ownModules>();
  mockResponse(roles.modules, () => ownModulesResponse.promise);
  const { user } = await openPortal('/role/create', options);
  await screen.findByRole('heading', { name: 'Create Role' });
  expect(readyMade()).toBeNull();
  ownModulesResponse.resolve(ownModules);
  await user.click(await screen.findByRole('combobox', { name: 'Ready-made role' }));
  await user.click(await screen.findByRole('option', { name: 'Store manager' }));
  expect(await screen.findByRole('checkbox', { name: 'View locations', checked: true })).toBeTruthy();
});

test('offers to try again when the own rights cannot be loaded', async () => {
  mockError(roles.modules, 'service.busy');
  const { user } = await openPortal('/role/create', options);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(readyMade()).toBeNull();
  mockResponse(roles.modules, ownModules);
  await user.click(retry);
  expect(await screen.findByRole('combobox', { name: 'Ready-made role' })).toBeTruthy();
});
