import { Checkbox, Stack } from '@mantine/core';
import { type UserColumnName, userColumnNames } from '@storeward/contract/users/user-views';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { FormDialog } from '../../records/form-dialog.tsx';
import { columnHeaders } from './user-columns.tsx';

type Props = {
  initialColumns: readonly UserColumnName[];
  onClose: () => void;
  onSelect: (columns: UserColumnName[]) => void;
};

/** Selects the list columns; stored per user on the server. */
export function UserColumnsDialog({ initialColumns, onClose, onSelect }: Props) {
  const t = useT();
  const [selected, setSelected] = useState<readonly string[]>(initialColumns);
  return (
    <FormDialog
      title={t('users.views.columns')}
      size="28rem"
      submitLabel={t('users.views.columnsShow')}
      onSubmit={() => onSelect(userColumnNames.filter((name) => selected.includes(name)))}
      onClose={onClose}
    >
      <Checkbox.Group
        aria-label={t('users.views.columns')}
        description={t('users.views.columnsText')}
        value={[...selected]}
        onChange={setSelected}
      >
        <Stack gap="sm" mb="sm">
          {userColumnNames.map((name, index) => (
            <Checkbox
              key={name}
              value={name}
              label={t(columnHeaders[name])}
              {...(index === 0 && { 'data-autofocus': true })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
