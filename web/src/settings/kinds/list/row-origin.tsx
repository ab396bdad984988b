import { Flex } from '@mantine/core';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { useT } from '../../../platform/text/i18n.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { ShownRow } from './row-changes.ts';

/** Where the values of a row come from. */
export function RowOrigin({ row: { state, stored, isChanged, mode } }: { row: ShownRow }) {
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
  const { inherited, replaced, values } = stored ?? {};
  // whether a value above has changed since this node replaced it
  const isOutdated =
    state === 'replaced' &&
    inherited &&
    replaced &&
    Object.keys(inherited).some(
      (name) => !sameValue(inherited[name], replaced[name]) && !sameValue(values?.[name], inherited[name]),
    );
  return (
    <Flex component="span" align="center" gap={6} fz="xs" lh="xs" c="dimmed">
      <Icon name={icon} size={12} c={icon === 'diamond' ? 'var(--chart-4)' : undefined} />
      <span>
        {text}
        {isOutdated && ` · ${t('settings.list.state.changedAbove')}`}
        {mode === 'locked' && ` · ${t('settings.mode.locked')}`}
      </span>
    </Flex>
  );
}
