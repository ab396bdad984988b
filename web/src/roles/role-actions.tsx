import { Button, Menu } from '@mantine/core';
import type { RoleRow } from '@storeward/contract/roles';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { RowActions } from '../ui/list/row-actions.tsx';
import { roleCreatePath, roleEditPath, roleViewPath } from './role-paths.ts';
import { RoleCompareDialog } from './role-compare-dialog.tsx';
import { RoleDeleteDialog } from './role-delete-dialog.tsx';
import { RoleStatusDialog } from './role-status-dialog.tsx';

type Props = {
  role: RoleRow;
  placement: 'row' | 'view' | 'edit';
  onDeleted?: () => void;
};

/** Actions of a role; renders nothing without any permitted action. */
export function RoleActions({ role, placement, onDeleted }: Props) {
  const t = useT();
  const [activeDialog, setActiveDialog] = useState<'status' | 'delete' | 'compare'>();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { can, name, status } = role;
  const inRow = placement === 'row';
  const openDialog = (dialogName: NonNullable<typeof activeDialog>) => {
    setActiveDialog(dialogName);
    setDialogOpen(true);
  };
  const dialogProps = { role, opened: isDialogOpen, onClose: () => setDialogOpen(false) };
  // copying and comparing read other roles, so they need further permissions
  const canCopy = can.view && hasPermission(['CREATE_ROLE']);
  const canCompare = can.view && hasPermission(['LIST_ROLES']);
  const hasLinks = inRow && (can.view || can.edit);
  return (
    <RowActions inRow={inRow}>
      {placement === 'view' && can.edit && (
        <Button component={Link} href={roleEditPath(role)}>
          {t('ui.action.edit')}
        </Button>
      )}
      {placement === 'edit' && can.view && (
        <Button component={Link} href={roleViewPath(role)} variant="default">
          {t('roles.action.view')}
        </Button>
      )}
      {(hasLinks || canCopy || canCompare || can.enable || can.delete) && (
        <MoreMenu label={t('roles.action.more', { name })} small={inRow}>
          {inRow && can.view && (
            <Menu.Item component={Link} href={roleViewPath(role)} leftSection={<Icon name="eye" />}>
              {t('roles.action.view')}
            </Menu.Item>
          )}
          {inRow && can.edit && (
            <Menu.Item component={Link} href={roleEditPath(role)} leftSection={<Icon name="shield" />}>
              {t('ui.action.edit')}
            </Menu.Item>
          )}
          {canCopy && (
            <Menu.Item component={Link} href={roleCreatePath(role)} leftSection={<Icon name="copy" />}>
              {t('roles.action.copy')}
            </Menu.Item>
          )}
          {canCompare && (
            <Menu.Item onClick={() => openDialog('compare')} leftSection={<Icon name="columns" />}>
              {t('roles.action.compare')}
            </Menu.Item>
          )}
          {(hasLinks || canCopy || canCompare) && (can.enable || can.delete) && <Menu.Divider />}
          {can.enable && (
            <Menu.Item onClick={() => openDialog('status')} leftSection={<Icon name={status ? 'power' : 'check'} />}>
              {t(status ? 'roles.action.disable' : 'roles.action.enable')}
            </Menu.Item>
          )}
          {can.delete && (
            <Menu.Item onClick={() => openDialog('delete')} color="danger" leftSection={<Icon name="trash" />}>
              {t('roles.action.delete')}
            </Menu.Item>
          )}
        </MoreMenu>
      )}
      {activeDialog === 'compare' && <RoleCompareDialog {...dialogProps} />}
      {activeDialog === 'status' && <RoleStatusDialog {...dialogProps} />}
      {activeDialog === 'delete' && <RoleDeleteDialog {...dialogProps} {...(onDeleted && { onDeleted })} />}
    </RowActions>
  );
}
