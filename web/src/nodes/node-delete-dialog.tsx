import { Node } from '@storeward/contract/nodes';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useDeleteNode } from './queries.ts';

type Props = { node: Node; opened: boolean; onClose: () => void; onDeleted: () => void };

/** Confirms the deletion of an empty node; for any other it lists what prevents it. */
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
        confirm={{ label: t('ui.action.close'), onConfirm: onClose }}
        onClose={onClose}
      />
    );
  }
  function handleConfirm() {
    onClose();
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('nodes.delete.done', { name }));
        onDeleted();
      },
      onError: (error) => notify.error(errorText(error)),
    });
  }
  function errorText(error: Error): string {
    const { code, current, message } = error instanceof ApiError ? error : new ApiError(0);
    const hidden = code === 'node.holdsHidden' ? Node.safeParse(current).data?.hidden : undefined;
    return hidden ? t('nodes.delete.holdsHidden', { name, ...hidden }) : errorMessage(code, message);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('nodes.delete.title', { name })}
      text={t('nodes.delete.text')}
      cancel={{ label: t('nodes.action.cancel'), onCancel: onClose }}
      confirm={{ label: t('nodes.delete.confirm'), onConfirm: handleConfirm, danger: true }}
    />
  );
}
