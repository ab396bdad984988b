import { expect, test } from 'vitest';
import { rightsByText } from './shared-rights.ts';

test('the same rights give the same lists, and others their own', () => {
  const rightsOf = rightsByText();
  const clerk = rightsOf(['list_users', 'view_user']);
  expect(clerk.permissions).toEqual(expect.arrayContaining(['LIST_USERS', 'VIEW_USER']));
  expect(rightsOf(['list_users', 'view_user'])).toBe(clerk);
  const lister = rightsOf(['list_users']);
  expect(lister.accessRights).toEqual(['list_users']);
  expect(lister.permissions).not.toContain('VIEW_USER');
  expect(rightsOf([]).permissions).toEqual([]);
});
