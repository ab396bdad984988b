import { accessRightsOf } from '@storeward/contract/modules';
import { expect, test } from 'vitest';
import { groupRights } from './right-groups.ts';

test('assigns each of the fifty rights of organisation management to exactly one subject', () => {
  const rights = accessRightsOf('om');
  const groups = groupRights(rights);
  expect(groups.map(({ subject }) => subject)).not.toContain(undefined);
  const grouped = groups.flatMap((group) => group.rights);
  expect(grouped).toHaveLength(50);
  expect(new Set(grouped)).toEqual(new Set(rights));
});

test('puts the rights of any other module into one group', () => {
  expect(groupRights(accessRightsOf('sotk'))).toEqual([{ subject: undefined, rights: accessRightsOf('sotk') }]);
});
