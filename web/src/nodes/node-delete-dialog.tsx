import type { Node } from '@storeward/contract/nodes';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useDeleteNode } from './queries.ts';

type Props = { node: Node; opened: boolean; onClose: () => void; onDeleted: () => void };

/** Asks before an empty place is deleted; of any other it says what is in the way. */
export function NodeDeleteDialog({ node, opened, onClose, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const remove = useDeleteNode(node);
  const { name, childCount, userCount, deviceCount } = node;
  if (childCount > 0 || userCount > 0 || deviceCount > 0) {
    return (
      <ConfirmDialog
        opened={opened}
        title={t('nodes.delete.notEmptyTitle', { name })}
        text={t('nodes.delete.notEmptyText', { places: childCount, users: userCount, devices: deviceCount })}
        yes={{ label: t('ui.action.close'), onYes: onClose }}
        onClose={onClose}
      />
    );
  }
  function doIt() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('nodes.delete.done', { name }));
        onDeleted();
      },
    });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('nodes.delete.title', { name })}
      text={t('nodes.delete.text')}
      no={{ label: t('nodes.action.cancel'), onNo: onClose }}
      yes={{ label: t('nodes.delete.yes'), onYes: doIt, danger: true }}
    />
  );
}
