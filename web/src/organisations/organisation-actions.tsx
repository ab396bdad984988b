import { Button, Menu } from '@mantine/core';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import classes from './organisation-actions.module.css';
import { editAddress, viewAddress } from './organisation-address.ts';
import { OrganisationDeleteDialog } from './organisation-delete-dialog.tsx';
import { OrganisationStatusDialog } from './organisation-status-dialog.tsx';

type Props = {
  organisation: OrganisationRow;
  /** Where the buttons stand: in a row of the list, or on the page of the organisation itself. */
  at: 'row' | 'view' | 'edit';
  onDeleted?: () => void;
};

/** What can be done with an organisation; nothing is drawn for whoever may do nothing. */
export function OrganisationActions({ organisation, at, onDeleted }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<'status' | 'delete'>();
  const [shown, setShown] = useState(false);
  const { can, name, status } = organisation;
  const inRow = at === 'row';
  const ask = (what: 'status' | 'delete') => {
    setAsked(what);
    setShown(true);
  };
  const dialog = { organisation, opened: shown, onClose: () => setShown(false) };
  const leads = inRow && (can.view || can.edit);
  return (
    <span className={inRow ? classes.menu : classes.actions}>
      {at === 'view' && can.edit && (
        <Button component={Link} href={editAddress(organisation)}>
          {t('ui.action.edit')}
        </Button>
      )}
      {at === 'edit' && can.view && (
        <Button component={Link} href={viewAddress(organisation)} variant="default">
          {t('organisations.action.view')}
        </Button>
      )}
      {(leads || can.enable || can.delete) && (
        <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton
              small={inRow}
              icon="more"
              label={t('organisations.action.more', { name })}
              expanded={open}
              popup="menu"
            />
          </Menu.Target>
          <Menu.Dropdown>
            {inRow && can.view && (
              <Menu.Item component={Link} href={viewAddress(organisation)} leftSection={<Icon name="eye" />}>
                {t('organisations.action.view')}
              </Menu.Item>
            )}
            {inRow && can.edit && (
              <Menu.Item component={Link} href={editAddress(organisation)} leftSection={<Icon name="building" />}>
                {t('ui.action.edit')}
              </Menu.Item>
            )}
            {leads && (can.enable || can.delete) && <Menu.Divider />}
            {can.enable && (
              <Menu.Item onClick={() => ask('status')} leftSection={<Icon name={status ? 'power' : 'check'} />}>
                {t(status ? 'organisations.action.disable' : 'organisations.action.enable')}
              </Menu.Item>
            )}
            {can.delete && (
              <Menu.Item onClick={() => ask('delete')} color="danger" leftSection={<Icon name="trash" />}>
                {t('organisations.action.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'status' && <OrganisationStatusDialog {...dialog} />}
      {asked === 'delete' && <OrganisationDeleteDialog {...dialog} {...(onDeleted && { onDeleted })} />}
    </span>
  );
}
