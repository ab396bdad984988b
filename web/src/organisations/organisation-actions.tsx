import { Button, Menu } from '@mantine/core';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { useSameTab } from '../records/selected-tab.ts';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { RowActions } from '../ui/list/row-actions.tsx';
import { organisationEditPath, organisationViewPath } from './organisation-paths.ts';
import { OrganisationDeleteDialog } from './organisation-delete-dialog.tsx';
import { OrganisationStatusDialog } from './organisation-status-dialog.tsx';

type Props = {
  organisation: OrganisationRow;
  placement: 'row' | 'view' | 'edit';
  onDeleted?: () => void;
};

/** Actions of an organisation; renders nothing without any permitted action. */
export function OrganisationActions({ organisation, placement, onDeleted }: Props) {
  const t = useT();
  const sameTab = useSameTab();
  const [activeDialog, setActiveDialog] = useState<'status' | 'delete'>();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { can, name, status } = organisation;
  const inRow = placement === 'row';
  const openDialog = (dialogName: 'status' | 'delete') => {
    setActiveDialog(dialogName);
    setDialogOpen(true);
  };
  const dialogProps = { organisation, opened: isDialogOpen, onClose: () => setDialogOpen(false) };
  const hasLinks = inRow && (can.view || can.edit);
  return (
    <RowActions inRow={inRow}>
      {placement === 'view' && can.edit && (
        <Button component={Link} href={sameTab(organisationEditPath(organisation))}>
          {t('ui.action.edit')}
        </Button>
      )}
      {placement === 'edit' && can.view && (
        <Button component={Link} href={sameTab(organisationViewPath(organisation))} variant="default">
          {t('organisations.action.view')}
        </Button>
      )}
      {(hasLinks || can.enable || can.delete) && (
        <MoreMenu label={t('organisations.action.more', { name })} small={inRow}>
          {inRow && can.view && (
            <Menu.Item component={Link} href={organisationViewPath(organisation)} leftSection={<Icon name="eye" />}>
              {t('organisations.action.view')}
            </Menu.Item>
          )}
          {inRow && can.edit && (
            <Menu.Item
              component={Link}
              href={organisationEditPath(organisation)}
              leftSection={<Icon name="building" />}
            >
              {t('ui.action.edit')}
            </Menu.Item>
          )}
          {hasLinks && (can.enable || can.delete) && <Menu.Divider />}
          {can.enable && (
            <Menu.Item onClick={() => openDialog('status')} leftSection={<Icon name={status ? 'power' : 'check'} />}>
              {t(status ? 'organisations.action.disable' : 'organisations.action.enable')}
            </Menu.Item>
          )}
          {can.delete && (
            <Menu.Item onClick={() => openDialog('delete')} color="danger" leftSection={<Icon name="trash" />}>
              {t('organisations.action.delete')}
            </Menu.Item>
          )}
        </MoreMenu>
      )}
      {activeDialog === 'status' && <OrganisationStatusDialog {...dialogProps} />}
      {activeDialog === 'delete' && <OrganisationDeleteDialog {...dialogProps} {...(onDeleted && { onDeleted })} />}
    </RowActions>
  );
}
