import { expect, test } from 'vitest';
import type { MenuItem } from './screen.ts';
import { screens } from './site-map.ts';

test('the screens of a group of the menu have different icons, by which the collapsed menu shows them', () => {
  const items = screens.flatMap((screen): MenuItem[] => ('menu' in screen ? [screen.menu] : []));
  const groups = Map.groupBy(items, ({ parent }) => parent?.label);
  expect(groups.size).toBeGreaterThan(4);
  for (const [group, entries] of groups) {
    const icons = entries.map(({ icon }) => icon);
    expect([group, icons]).toEqual([group, [...new Set(icons)]]);
  }
});
