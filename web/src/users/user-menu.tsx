import { Menu } from '@mantine/core';
import type { UserRow } from '@storeward/contract/users';
import { useRef, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import classes from './user-columns.module.css';
import { UserDeleteDialog } from './user-delete-dialog.tsx';
import { mayBeSeenAs, SeeAsDialog } from './see-as-dialog.tsx';
import { editAddress, fullName, viewAddress } from './user-names.ts';
import { type StatusChange, statusChanges, UserStatusDialog } from './user-status-dialog.tsx';

const changeIcons = {
  enable: 'check',
  disable: 'power',
  unlock: 'key',
  endSessions: 'clock',
} as const satisfies Record<StatusChange, string>;

/** What can be done with one user of the list; nothing is drawn for whoever may do nothing. */
export function UserMenu({ user }: { user: UserRow }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [change, setChange] = useState<StatusChange>();
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [seeing, setSeeing] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const { can } = user;
  const changes = statusChanges(user);
  if (!can.view && !can.edit && !can.delete && changes.length === 0) return null;
  const origin = () => place.current?.querySelector('button') ?? null;
  return (
    <span className={classes.menu} ref={place}>
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
          {mayBeSeenAs(user) && (
            <Menu.Item onClick={() => setSeeing(true)} leftSection={<Icon name="users" />}>
              {t('users.seeing.open')}
            </Menu.Item>
          )}
          {changes.length > 0 && (can.view || can.edit) && <Menu.Divider />}
          {changes.map((one) => (
            <Menu.Item key={one} onClick={() => ask(one)} leftSection={<Icon name={changeIcons[one]} />}>
              {t(`users.action.${one}`)}
            </Menu.Item>
          ))}
          {can.delete && (
            <>
              <Menu.Divider />
              <Menu.Item color="danger" onClick={() => setLeaving(true)} leftSection={<Icon name="trash" />}>
                {t('users.action.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {change && (
        <UserStatusDialog user={user} change={change} opened={asked} onClose={() => setAsked(false)} origin={origin} />
      )}
      {mayBeSeenAs(user) && (
        <SeeAsDialog user={user} opened={seeing} onClose={() => setSeeing(false)} origin={origin} />
      )}
      {can.delete && (
        <UserDeleteDialog user={user} opened={leaving} onClose={() => setLeaving(false)} origin={origin} />
      )}
    </span>
  );

  function ask(wanted: StatusChange) {
    setChange(wanted);
    setAsked(true);
  }
}
