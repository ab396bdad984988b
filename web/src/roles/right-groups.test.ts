import { accessRightsOf } from '@storeward/contract/modules';
import { expect, test } from 'vitest';
import { groupsOf } from './right-groups.ts';

test('each of the fifty rights of organisation management stands under one subject, and none is left out', () => {
  const rights = accessRightsOf('om');
  const groups = groupsOf(rights);
  expect(groups.map(({ subject }) => subject)).not.toContain(undefined);
  const grouped = groups.flatMap((group) => group.rights);
  expect(grouped).toHaveLength(50);
  expect(new Set(grouped)).toEqual(new Set(rights));
});

test('the rights of any other module stand together', () => {
  expect(groupsOf(accessRightsOf('sotk'))).toEqual([{ subject: undefined, rights: accessRightsOf('sotk') }]);
});
