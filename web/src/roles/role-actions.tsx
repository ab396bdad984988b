import { Button, Menu } from '@mantine/core';
import type { RoleRow } from '@storeward/contract/roles';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import classes from './role-actions.module.css';
import { createAddress, editAddress, viewAddress } from './role-address.ts';
import { RoleCompareDialog } from './role-compare-dialog.tsx';
import { RoleDeleteDialog } from './role-delete-dialog.tsx';
import { RoleStatusDialog } from './role-status-dialog.tsx';

type Props = {
  role: RoleRow;
  /** Where the buttons stand: in a row of the list, or on the page of the role itself. */
  at: 'row' | 'view' | 'edit';
  onDeleted?: () => void;
};

/** What can be done with a role; nothing is drawn for whoever may do nothing. */
export function RoleActions({ role, at, onDeleted }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<'status' | 'delete' | 'compare'>();
  const [shown, setShown] = useState(false);
  const { can, name, status } = role;
  const inRow = at === 'row';
  const ask = (what: NonNullable<typeof asked>) => {
    setAsked(what);
    setShown(true);
  };
  const dialog = { role, opened: shown, onClose: () => setShown(false) };
  // both look at other roles, so they ask for the right to
  const copies = can.view && may(['CREATE_ROLE']);
  const compares = can.view && may(['LIST_ROLES']);
  const leads = inRow && (can.view || can.edit);
  return (
    <span className={inRow ? classes.menu : classes.actions}>
      {at === 'view' && can.edit && (
        <Button component={Link} href={editAddress(role)}>
          {t('ui.action.edit')}
        </Button>
      )}
      {at === 'edit' && can.view && (
        <Button component={Link} href={viewAddress(role)} variant="default">
          {t('roles.action.view')}
        </Button>
      )}
      {(leads || copies || compares || can.enable || can.delete) && (
        <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton
              small={inRow}
              icon="more"
              label={t('roles.action.more', { name })}
              expanded={open}
              popup="menu"
            />
          </Menu.Target>
          <Menu.Dropdown>
            {inRow && can.view && (
              <Menu.Item component={Link} href={viewAddress(role)} leftSection={<Icon name="eye" />}>
                {t('roles.action.view')}
              </Menu.Item>
            )}
            {inRow && can.edit && (
              <Menu.Item component={Link} href={editAddress(role)} leftSection={<Icon name="shield" />}>
                {t('ui.action.edit')}
              </Menu.Item>
            )}
            {copies && (
              <Menu.Item component={Link} href={createAddress(role)} leftSection={<Icon name="copy" />}>
                {t('roles.action.copy')}
              </Menu.Item>
            )}
            {compares && (
              <Menu.Item onClick={() => ask('compare')} leftSection={<Icon name="columns" />}>
                {t('roles.action.compare')}
              </Menu.Item>
            )}
            {(leads || copies || compares) && (can.enable || can.delete) && <Menu.Divider />}
            {can.enable && (
              <Menu.Item onClick={() => ask('status')} leftSection={<Icon name={status ? 'power' : 'check'} />}>
                {t(status ? 'roles.action.disable' : 'roles.action.enable')}
              </Menu.Item>
            )}
            {can.delete && (
              <Menu.Item onClick={() => ask('delete')} color="danger" leftSection={<Icon name="trash" />}>
                {t('roles.action.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'compare' && <RoleCompareDialog {...dialog} />}
      {asked === 'status' && <RoleStatusDialog {...dialog} />}
      {asked === 'delete' && <RoleDeleteDialog {...dialog} {...(onDeleted && { onDeleted })} />}
    </span>
  );
}
