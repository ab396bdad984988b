import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { type UserColumnName, userColumnNames } from '@storeward/contract/users/user-views';
import { type SyntheticEvent, useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { columnHeaders } from './user-columns.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';

type Props = {
  initialColumns: readonly UserColumnName[];
  onClose: () => void;
  onSelect: (columns: UserColumnName[]) => void;
};

/** Selects the list columns; stored per user on the server. */
export function UserColumnsDialog({ initialColumns, onClose, onSelect }: Props) {
  const t = useT();
  const [selected, setSelected] = useState<readonly string[]>(initialColumns);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onSelect(userColumnNames.filter((name) => selected.includes(name)));
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.views.columns')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <form onSubmit={submit} noValidate>
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
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('users.status.cancel')}
          </Button>
          <Button type="submit">{t('users.views.columnsShow')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
