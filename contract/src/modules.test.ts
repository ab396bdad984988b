import { expect, test } from 'vitest';
import { permissions } from './access.ts';
import { accessRightsOf, moduleCodes, modules, modulesOf, permissionsOf } from './modules.ts';

test('there are twelve modules by name, ten of which have a code', () => {
  expect(modules.map(({ name, code }) => [name, code])).toEqual([
    ['OM', 'om'],
    ['SAGA', 'saga'],
    ['TM', 'tm'],
    ['RJ', 'rj'],
    ['eBasket', 'ebasket'],
    ['T2S', 't2s'],
    ['SOTK', 'sotk'],
    ['Engage', 'engage'],
    ['DOTI', 'doti'],
    ['T2B', undefined],
    ['Ross', 'ross'],
    ['Crest', undefined],
  ]);
  expect(moduleCodes).toEqual(modules.flatMap(({ code }) => code ?? []));
  expect(moduleCodes).toHaveLength(10);
});

test('organisation management has one access right for each permission', () => {
  expect(accessRightsOf('om').map(({ associatePermission }) => associatePermission)).toEqual([...permissions]);
});

test('every other module has one right for access and four for its settings', () => {
  expect(accessRightsOf('sotk')).toEqual([
    { shortName: 'sotk_access', associatePermission: '' },
    { shortName: 'sotk_list_setting', associatePermission: 'LIST_SETTING' },
    { shortName: 'sotk_view_setting', associatePermission: 'VIEW_SETTING' },
    { shortName: 'sotk_create_setting', associatePermission: 'CREATE_SETTING' },
    { shortName: 'sotk_edit_setting', associatePermission: 'EDIT_SETTING' },
  ]);
});

test('permissionsOf returns short names and associated permissions in upper case, without duplicates and empty names', () => {
  expect(permissionsOf(['sotk_access', 'sotk_edit_setting', 'tm_edit_setting', 'sotk_access'])).toEqual([
    'sotk_access',
    'sotk_edit_setting',
    'EDIT_SETTING',
    'tm_edit_setting',
  ]);
});

test('an unknown access right grants nothing', () => {
  expect(permissionsOf(['everything', '__proto__', 'LIST_USERS'])).toEqual([]);
  expect(modulesOf(['everything'])).toEqual([]);
});

test('modulesOf returns the modules of a role, each with only the rights it holds', () => {
  expect(modulesOf(['tm_access', 'list_users'])).toEqual([
    { shortName: 'om', accessRights: [{ shortName: 'list_users', associatePermission: 'LIST_USERS' }] },
    { shortName: 'tm', accessRights: [{ shortName: 'tm_access', associatePermission: '' }] },
  ]);
});
