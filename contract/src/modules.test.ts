import { expect, test } from 'vitest';
import { permissions } from './access.ts';
import { accessRightsOf, moduleCodes, modules, modulesOf, permissionsOf } from './modules.ts';

test('twelve modules exist, ten of which can be addressed', () => {
  expect(modules).toHaveLength(12);
  expect([...moduleCodes].sort()).toEqual([
    'doti',
    'ebasket',
    'engage',
    'om',
    'rj',
    'ross',
    'saga',
    'sotk',
    't2s',
    'tm',
  ]);
});

test('organisation management has one right for every permission', () => {
  expect(accessRightsOf('om').map(({ associatePermission }) => associatePermission)).toEqual([...permissions]);
});

test('every other module has a right of access and one for each way to its settings', () => {
  expect(accessRightsOf('sotk')).toEqual([
    { shortName: 'sotk_access', associatePermission: '' },
    { shortName: 'sotk_list_setting', associatePermission: 'LIST_SETTING' },
    { shortName: 'sotk_view_setting', associatePermission: 'VIEW_SETTING' },
    { shortName: 'sotk_create_setting', associatePermission: 'CREATE_SETTING' },
    { shortName: 'sotk_edit_setting', associatePermission: 'EDIT_SETTING' },
  ]);
});

test('permissions are the short names and the associated names in capitals, each once, and never an empty one', () => {
  expect(permissionsOf(['sotk_access', 'sotk_edit_setting', 'tm_edit_setting', 'sotk_access'])).toEqual([
    'sotk_access',
    'sotk_edit_setting',
    'EDIT_SETTING',
    'tm_edit_setting',
  ]);
});

test('a right that nobody knows allows nothing', () => {
  expect(permissionsOf(['everything', '__proto__', 'LIST_USERS'])).toEqual([]);
  expect(modulesOf(['everything'])).toEqual([]);
});

test('a role shows the modules it reaches into, each with just the rights held', () => {
  expect(modulesOf(['tm_access', 'list_users'])).toEqual([
    { shortName: 'om', accessRights: [{ shortName: 'list_users', associatePermission: 'LIST_USERS' }] },
    { shortName: 'tm', accessRights: [{ shortName: 'tm_access', associatePermission: '' }] },
  ]);
});
