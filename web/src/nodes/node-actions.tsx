import { Button, Menu } from '@mantine/core';
import type { Node } from '@storeward/contract/nodes';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { may, useSession } from '../platform/session.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { nodeAddress, nodeCreateAddress, nodeEditAddress, nodeViewAddress } from './node-address.ts';
import classes from './node-actions.module.css';
import { NodeDeleteDialog } from './node-delete-dialog.tsx';
import { NodeMoveDialog } from './node-move-dialog.tsx';
import { NodeStatusDialog } from './node-status-dialog.tsx';

/** Whether the reader may change anything of a place: its details, or some of its settings. */
const mayEditSome = ({ nodeType, can }: Node): boolean =>
  nodeType === 'ORGANIZATION'
    ? may(['UPDATE_ORGANISATION'])
    : can.edit || (may(['EDIT_NODE']) && (may(['EDIT_NODE_CONFIGURATION', 'EDIT_NODE_THEME']) || mayEditModules()));

/** Whether the reader may change what modules are set to at a place. */
const mayEditModules = () =>
  may(['EDIT_NODE_MODULE', 'LIST_SETTING'], 'all') && may(['CREATE_SETTING', 'EDIT_SETTING']);

/** Where a place is changed: an organisation has a page of its own. */
const editAddress = ({ nodeId, nodeType }: Node): string =>
  nodeType === 'ORGANIZATION' ? `/organisation/${nodeId}/edit` : nodeEditAddress(nodeId);

type Asked = 'status' | 'move' | 'delete';
type Props = {
  node: Node;
  /** Where the buttons stand: beside the tree, or on the page of the place itself. */
  at: 'panel' | 'view' | 'edit';
};

/** What can be done with a place: a button for the usual, a menu for the rest; nothing for whoever may do nothing. */
export function NodeActions({ node, at }: Props) {
  const t = useT();
  const navigate = useNavigateTo();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState(false);
  const { can } = node;
  const mayOpenRadar = useSession().level !== 'GLOBAL' && may(['VIEW_NODE', 'VIEW_ORGANISATION']);
  const ask = (what: Asked) => {
    setAsked(what);
    setShown(true);
  };
  const close = () => setShown(false);
  const items: { name: string; icon: IconName; label: string; onClick: () => void; danger?: boolean }[] = [
    ...(at === 'panel' && can.view
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
      ? [{ name: 'move', icon: 'move' as const, label: t('nodes.action.move'), onClick: () => ask('move') }]
      : []),
    ...(can.enable
      ? [
          {
            name: 'status',
            icon: node.status ? ('power' as const) : ('check' as const),
            label: t(node.status ? 'nodes.action.disable' : 'nodes.action.enable'),
            onClick: () => ask('status'),
          },
        ]
      : []),
    ...(can.delete
      ? [
          {
            name: 'delete',
            icon: 'trash' as const,
            label: t('nodes.action.delete'),
            onClick: () => ask('delete'),
            danger: true,
          },
        ]
      : []),
  ];
  return (
    <span className={classes.actions}>
      {at !== 'edit' && mayEditSome(node) && (
        <Button component={Link} href={editAddress(node)} variant={at === 'view' ? 'filled' : 'default'}>
          {t('ui.action.edit')}
        </Button>
      )}
      {at === 'edit' && can.view && (
        <Button component={Link} href={nodeViewAddress(node.nodeId)} variant="default">
          {t('nodes.action.view')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu opened={open} onChange={setOpen} position="bottom-end" withinPortal>
          <Menu.Target>
            <IconButton icon="more" label={t('nodes.action.more', { name: node.name })} expanded={open} popup="menu" />
          </Menu.Target>
          <Menu.Dropdown>
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
          </Menu.Dropdown>
        </Menu>
      )}
      {asked === 'status' && <NodeStatusDialog node={node} opened={shown} onClose={close} />}
      {asked === 'move' && <NodeMoveDialog node={node} opened={shown} onClose={close} />}
      {asked === 'delete' && (
        <NodeDeleteDialog
          node={node}
          opened={shown}
          onClose={close}
          onDeleted={() => navigate(nodeAddress(node.parentId ?? node.nodeId))}
        />
      )}
    </span>
  );
}
