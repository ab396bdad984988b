import { Select } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { type ActionName, actionNames, actionOf } from '@storeward/contract/users/actions';
import { useT } from '../../platform/text/i18n.ts';

const groups = ['users', 'roles', 'locations', 'settings', 'organisation', 'platform'] as const;

type Props = {
  value: ActionName | undefined;
  onChange: (action: ActionName) => void;
  /** Only actions that are possible at a location of this type. */
  at?: NodeType | undefined;
};

/** Chooses one of the actions that access is explained for, by group. */
export function ActionPicker({ value, onChange, at }: Props) {
  const t = useT();
  const offered = actionNames.filter((name) => at === undefined || actionOf(name).at.includes(at));
  return (
    <Select
      label={t('users.access.action')}
      placeholder={t('users.access.choose')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('users.edit.nothingFound')}
      data={groups.map((group) => ({
        group: t(`users.access.group.${group}`),
        items: offered
          .filter((name) => actionOf(name).group === group)
          .map((name) => ({ value: name, label: t(`users.access.do.${name}`) })),
      }))}
      value={value ?? null}
      onChange={(name) => {
        const action = offered.find((candidate) => candidate === name);
        if (action) onChange(action);
      }}
    />
  );
}
