import type { Node } from '@storeward/contract/nodes';
import { useT } from '../platform/i18n.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useNotify } from '../ui/notify.tsx';
import { useSetNodeStatus } from './queries.ts';

type Props = { node: Node; opened: boolean; onClose: () => void };

/** Says how many stores and people closing or opening a place touches, and does it. */
export function NodeStatusDialog({ node, opened, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatus = useSetNodeStatus(node);
  const change = node.status ? 'disable' : 'enable';
  const { name, storeCount, userCount } = node;
  function doIt() {
    onClose();
    setStatus.mutate(!node.status, { onSuccess: () => notify.success(t(`nodes.status.${change}Done`, { name })) });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`nodes.status.${change}Title`, { name })}
      text={t(`nodes.status.${change}Text`, { stores: storeCount, users: userCount })}
      no={{ label: t('nodes.action.cancel'), onNo: onClose }}
      yes={{ label: t(`nodes.status.${change}Yes`), onYes: doIt, danger: change === 'disable' }}
    />
  );
}
