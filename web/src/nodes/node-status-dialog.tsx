import type { Node } from '@storeward/contract/nodes';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { useSetNodeStatus } from './queries.ts';

type Props = { node: Node; opened: boolean; onClose: () => void };

/** Confirms enabling or disabling a node with the numbers of affected stores and users. */
export function NodeStatusDialog({ node, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetNodeStatus(node);
  const change = node.status ? 'disable' : 'enable';
  const { name, storeCount, userCount } = node;
  function handleConfirm() {
    onClose();
    setStatus.mutate(!node.status, { onSuccess: () => notify.success(t(`nodes.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`nodes.status.${change}Title`, { name })}
      message={
        <FormattedMessage phrase={`nodes.status.${change}Text`} values={{ stores: storeCount, users: userCount }} />
      }
      onNo={onClose}
      onYes={handleConfirm}
      danger={change === 'disable'}
    />
  );
}
