import { Button, Checkbox, Modal } from '@mantine/core';
import { type UserColumnName, userColumnNames } from '@storeward/contract/user-views';
import { type SyntheticEvent, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { columnHeads } from './user-columns.tsx';
import classes from './user-filter-dialog.module.css';

type Props = {
  chosen: readonly UserColumnName[];
  onClose: () => void;
  onChoose: (columns: UserColumnName[]) => void;
};

/** Chooses which columns the reader wants to see, wherever they sit. */
export function UserColumnsDialog({ chosen, onClose, onChoose }: Props) {
  const t = useT();
  const [wanted, setWanted] = useState<readonly string[]>(chosen);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onChoose(userColumnNames.filter((name) => wanted.includes(name)));
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
          value={[...wanted]}
          onChange={setWanted}
        >
          <div className={classes.choices}>
            {userColumnNames.map((name, at) => (
              <Checkbox
                key={name}
                value={name}
                label={t(columnHeads[name])}
                {...(at === 0 && { 'data-autofocus': true })}
              />
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes.footer}>
          <Button variant="default" onClick={onClose}>
            {t('users.status.cancel')}
          </Button>
          <Button type="submit">{t('users.views.columnsShow')}</Button>
        </div>
      </form>
    </Modal>
  );
}
