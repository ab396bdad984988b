import { Menu } from '@mantine/core';
import type { UserRow } from '@storeward/contract/users';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import classes from './user-columns.module.css';
import { editAddress, fullName, viewAddress } from './user-names.ts';

/** What can be done with one user of the list; nothing is drawn for whoever may do nothing. */
export function UserMenu({ user }: { user: UserRow }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { can } = user;
  if (!can.view && !can.edit) return null;
  return (
    <span className={classes.menu}>
      <Menu opened={open} onChange={setOpen} withinPortal>
        <Menu.Target>
          <IconButton
            small
            icon="more"
            label={t('users.list.actions', { name: fullName(user) })}
            expanded={open}
            popup="menu"
          />
        </Menu.Target>
        <Menu.Dropdown>
          {can.view && (
            <Menu.Item component={Link} href={viewAddress(user)} leftSection={<Icon name="eye" />}>
              {t('users.action.view')}
            </Menu.Item>
          )}
          {can.edit && (
            <Menu.Item component={Link} href={editAddress(user)} leftSection={<Icon name="user" />}>
              {t('ui.action.edit')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
