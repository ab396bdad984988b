import { Node } from '@storeward/contract/nodes';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { MessageDialog } from '../records/message-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
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
      <MessageDialog
        opened={opened}
        title={t('nodes.delete.notEmptyTitle', { name })}
        message={
          <FormattedMessage
            phrase="nodes.delete.notEmptyText"
            values={{ places: childCount, users: userCount, devices: deviceCount }}
          />
        }
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
      message={<FormattedMessage phrase="nodes.delete.text" />}
      onNo={onClose}
      onYes={handleConfirm}
      danger
    />
  );
}
