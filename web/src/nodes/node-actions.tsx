import { Button, Flex, Menu } from '@mantine/core';
import type { Node } from '@storeward/contract/nodes';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { useSameTab } from '../records/selected-tab.ts';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link, useNavigateTo, type ScreenAddress } from '../ui/page/link.tsx';
import { nodeAddress, nodeCreateAddress, nodeEditAddress, nodeViewAddress } from './node-address.ts';
import { NodeDeleteDialog } from './node-delete-dialog.tsx';
import { NodeMoveDialog } from './node-move-dialog.tsx';
import { NodeStatusDialog } from './node-status-dialog.tsx';

/** Whether the user may edit the node's details or some of its settings. */
const mayEditAnything = ({ nodeType, can }: Node): boolean =>
  nodeType === 'ORGANIZATION'
    ? hasPermission(['UPDATE_ORGANISATION'])
    : can.edit ||
      (hasPermission(['EDIT_NODE']) &&
        (hasPermission(['EDIT_NODE_CONFIGURATION', 'EDIT_NODE_THEME']) || mayEditModules()));

/** Whether the user may edit the module settings of a node. */
const mayEditModules = () =>
  hasPermission(['EDIT_NODE_MODULE', 'LIST_SETTING'], 'all') && hasPermission(['CREATE_SETTING', 'EDIT_SETTING']);

/** URL of the edit page; organisations have their own. */
const editAddress = ({ nodeId, nodeType }: Node): ScreenAddress =>
  nodeType === 'ORGANIZATION' ? `/organisation/${nodeId}/edit` : nodeEditAddress(nodeId);

type DialogKind = 'status' | 'move' | 'delete';
type Props = {
  node: Node;
  /** Where the actions are shown: beside the tree, or on the node's own view or edit page. */
  context: 'panel' | 'view' | 'edit';
};

/** The actions of a node that the user may perform: a button for the main one, a menu for the rest. */
export function NodeActions({ node, context }: Props) {
  const t = useT();
  const navigate = useNavigateTo();
  const sameTab = useSameTab();
  const [dialog, setDialog] = useState<DialogKind>();
  const [dialogOpened, setDialogOpened] = useState(false);
  const { can } = node;
  const mayOpenRadar = useSession().level !== 'GLOBAL' && hasPermission(['VIEW_NODE', 'VIEW_ORGANISATION']);
  const mayCompare = useSession().level !== 'GLOBAL' && hasPermission(['LIST_NODE_STRUCTURE', 'VIEW_NODE'], 'all');
  const mayListAccess = hasPermission(['VIEW_USER', 'VIEW_NODE'], 'all');
  const openDialog = (kind: DialogKind) => {
    setDialog(kind);
    setDialogOpened(true);
  };
  const close = () => setDialogOpened(false);
  const items: { name: string; icon: IconName; label: string; onClick: () => void; danger?: boolean }[] = [
    ...(context === 'panel' && can.view
      ? [
          {
            name: 'view',
            icon: 'eye' as const,
            label: t('nodes.action.view'),
            onClick: () => navigate(nodeViewAddress(node.nodeId)),
          },
        ]
      : []),
    ...(mayOpenRadar && node.nodeType !== 'STORE'
      ? [
          {
            name: 'radar',
            icon: 'diamond' as const,
            label: t('app.title.radar'),
            onClick: () => navigate(`/structure/radar/${node.nodeId}`),
          },
        ]
      : []),
    ...(mayCompare
      ? [
          {
            name: 'compare',
            icon: 'swap' as const,
            label: t('nodes.action.compare'),
            onClick: () => navigate(`/structure/compare?left=${node.nodeId}`),
          },
        ]
      : []),
    ...(mayListAccess
      ? [
          {
            name: 'access',
            icon: 'users' as const,
            label: t('nodes.action.access'),
            onClick: () => navigate(`/structure/access/${node.nodeId}`),
          },
        ]
      : []),
    ...(can.add
      ? [
          {
            name: 'add',
            icon: 'plus' as const,
            label: t('nodes.action.add'),
            onClick: () => navigate(nodeCreateAddress(node.nodeId)),
          },
        ]
      : []),
    ...(can.move
      ? [{ name: 'move', icon: 'move' as const, label: t('nodes.action.move'), onClick: () => openDialog('move') }]
      : []),
    ...(can.enable
      ? [
          {
            name: 'status',
            icon: node.status ? ('power' as const) : ('check' as const),
            label: t(node.status ? 'nodes.action.disable' : 'nodes.action.enable'),
            onClick: () => openDialog('status'),
          },
        ]
      : []),
    ...(can.delete
      ? [
          {
            name: 'delete',
            icon: 'trash' as const,
            label: t('nodes.action.delete'),
            onClick: () => openDialog('delete'),
            danger: true,
          },
        ]
      : []),
  ];
  return (
    <Flex component="span" align="center" wrap="wrap" gap="xs" flex="none">
      {context !== 'edit' && mayEditAnything(node) && (
        <Button
          component={Link}
          href={context === 'view' ? sameTab(editAddress(node)) : editAddress(node)}
          variant={context === 'view' ? 'filled' : 'default'}
        >
          {t('ui.action.edit')}
        </Button>
      )}
      {context === 'edit' && can.view && (
        <Button component={Link} href={sameTab(nodeViewAddress(node.nodeId))} variant="default">
          {t('nodes.action.view')}
        </Button>
      )}
      {items.length > 0 && (
        <MoreMenu label={t('nodes.action.more', { name: node.name })}>
          {items.map(({ name, icon, label, onClick, danger }) => (
            <Menu.Item
              key={name}
              onClick={onClick}
              leftSection={<Icon name={icon} />}
              {...(danger && { color: 'danger' })}
            >
              {label}
            </Menu.Item>
          ))}
        </MoreMenu>
      )}
      {dialog === 'status' && <NodeStatusDialog node={node} opened={dialogOpened} onClose={close} />}
      {dialog === 'move' && dialogOpened && <NodeMoveDialog node={node} onClose={close} />}
      {dialog === 'delete' && (
        <NodeDeleteDialog
          node={node}
          opened={dialogOpened}
          onClose={close}
          onDeleted={() => navigate(nodeAddress(node.parentId ?? node.nodeId))}
        />
      )}
    </Flex>
  );
}
