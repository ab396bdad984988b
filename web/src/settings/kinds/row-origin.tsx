import { Flex } from '@mantine/core';
import { sameValue } from '@storeward/contract/settings/same-value';
import { useT } from '../../platform/i18n.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import classes from './list-control.module.css';
import type { ShownRow } from './row-changes.ts';

/** Where the values of a row come from. */
export function RowOrigin({ row: { state, stored, isChanged } }: { row: ShownRow }) {
  const t = useT();
  const [icon, text]: [IconName, string] = stored?.lockedBy
    ? ['lock', t('settings.origin.locked', { name: stored.lockedBy.name })]
    : state === 'added'
      ? ['diamond', t('settings.list.state.added')]
      : state === 'replaced'
        ? ['diamond', t('settings.list.state.replaced')]
        : stored
          ? ['return', t('settings.origin.inherited', { name: (isChanged ? stored.origin : stored.place).name })]
          : ['return', t('settings.override.inherited')];
  const isOutdated =
    state === 'replaced' && stored?.inherited && stored.replaced && !sameValue(stored.inherited, stored.replaced);
  return (
    <Flex component="span" align="center" gap={6} fz="xs" lh="xs" c="dimmed">
      <Icon name={icon} size={12} className={classes[icon] ?? ''} />
      <span>
        {text}
        {isOutdated && ` · ${t('settings.list.state.changedAbove')}`}
      </span>
    </Flex>
  );
}
