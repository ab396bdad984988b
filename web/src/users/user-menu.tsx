import { Menu } from '@mantine/core';
import type { UserRow } from '@storeward/contract/users';
import { useState } from 'react';
import { useT, withAllPhrases } from '../platform/text/i18n.ts';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { lazyComponent } from '../ui/page/lazy-component.tsx';
import { RowActions } from '../ui/list/row-actions.tsx';
import { canImpersonate } from './impersonation-target.ts';
import { userEditPath, fullName, userViewPath } from './user-names.ts';
import { mailIcons, type UserMail, UserMailDialog, userMails } from './user-mail-dialog.tsx';
import { type StatusChange, statusChanges, UserStatusDialog } from './user-status-dialog.tsx';

const ImpersonationDialog = lazyComponent(
  withAllPhrases(async () => (await import('./impersonation-dialog.tsx')).ImpersonationDialog),
);
const UserDeleteDialog = lazyComponent(
  withAllPhrases(async () => (await import('./user-delete-dialog.tsx')).UserDeleteDialog),
);

const changeIcons = {
  enable: 'check',
  disable: 'power',
  unlock: 'key',
  endSessions: 'clock',
} as const satisfies Record<StatusChange, string>;

/** Row menu of a user; not rendered without any permitted action. */
export function UserMenu({ user }: { user: UserRow }) {
  const t = useT();
  const [change, setChange] = useState<StatusChange>();
  const [isStatusDialogOpen, setStatusDialogOpen] = useState(false);
  const [mail, setMail] = useState<UserMail>();
  const [isMailDialogOpen, setMailDialogOpen] = useState(false);
  // undefined until the dialog is opened for the first time, which loads it
  const [isDeleteDialogOpen, setDeleteDialogOpen] = useState<boolean>();
  const [isImpersonationDialogOpen, setImpersonationDialogOpen] = useState(false);
  const { can } = user;
  const changes = statusChanges(user);
  if (!can.view && !can.edit && !can.delete && changes.length === 0) return null;
  return (
    <RowActions>
      <MoreMenu label={t('users.list.actions', { name: fullName(user) })} small>
        {can.view && (
          <Menu.Item component={Link} href={userViewPath(user)} leftSection={<Icon name="eye" />}>
            {t('users.action.view')}
          </Menu.Item>
        )}
        {can.edit && (
          <Menu.Item component={Link} href={userEditPath(user)} leftSection={<Icon name="user" />}>
            {t('ui.action.edit')}
          </Menu.Item>
        )}
        {canImpersonate(user) && (
          <Menu.Item onClick={() => setImpersonationDialogOpen(true)} leftSection={<Icon name="users" />}>
            {t('users.impersonation.open')}
          </Menu.Item>
        )}
        {userMails(user).map((option) => (
          <Menu.Item
            key={option}
            onClick={() => {
              setMail(option);
              setMailDialogOpen(true);
            }}
            leftSection={<Icon name={mailIcons[option]} />}
          >
            {t(`users.action.${option}`)}
          </Menu.Item>
        ))}
        {changes.length > 0 && (can.view || can.edit) && <Menu.Divider />}
        {changes.map((option) => (
          <Menu.Item
            key={option}
            onClick={() => openStatusDialog(option)}
            leftSection={<Icon name={changeIcons[option]} />}
          >
            {t(`users.action.${option}`)}
          </Menu.Item>
        ))}
        {can.delete && (
          <>
            <Menu.Divider />
            <Menu.Item color="danger" onClick={() => setDeleteDialogOpen(true)} leftSection={<Icon name="trash" />}>
              {t('users.action.delete')}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      {change && (
        <UserStatusDialog
          user={user}
          change={change}
          opened={isStatusDialogOpen}
          onClose={() => setStatusDialogOpen(false)}
        />
      )}
      {mail && (
        <UserMailDialog user={user} mail={mail} opened={isMailDialogOpen} onClose={() => setMailDialogOpen(false)} />
      )}
      {isImpersonationDialogOpen && (
        <ImpersonationDialog user={user} onClose={() => setImpersonationDialogOpen(false)} />
      )}
      {isDeleteDialogOpen !== undefined && (
        <UserDeleteDialog user={user} opened={isDeleteDialogOpen} onClose={() => setDeleteDialogOpen(false)} />
      )}
    </RowActions>
  );

  function openStatusDialog(nextChange: StatusChange) {
    setChange(nextChange);
    setStatusDialogOpen(true);
  }
}
