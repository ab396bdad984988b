import { Box, Table, Text, Title } from '@mantine/core';
import type { Node, NodeRow } from '@storeward/contract/nodes';
import { useMemo } from 'react';
import { type PhraseKey, formatNumber, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import classes from './child-node-list.module.css';
import { nodeAddress } from '../node-address.ts';

type Translate = (key: PhraseKey) => string;

/** The first direct children of a node, as a table with links. */
export function ChildNodeList({ node }: { node: Node }) {
  const t = useT();
  const { children, childCount } = node;
  const storesOnly = children.every(({ nodeType }) => nodeType === 'STORE');
  const columns = useMemo(() => columnsFor(t, storesOnly), [t, storesOnly]);
  return (
    <Box component="section" mt="xl">
      <Title order={3} size="h3">
        {t('nodes.children.title')}{' '}
        <Text span inherit c="dimmed" fw="var(--weight-regular)" ms={4}>
          {formatNumber(childCount)}
        </Text>
      </Title>
      <Table.ScrollContainer type="native" minWidth={0} className={classes.rows ?? ''} mt={4}>
        <DataTable
          label={t('nodes.children.title')}
          rows={children}
          rowId={({ nodeId }) => nodeId}
          columns={columns}
          href={({ nodeId }) => nodeAddress(nodeId)}
          placeholder={
            <Text c="dimmed" mt="xs">
              {t('nodes.children.empty')}
            </Text>
          }
        />
      </Table.ScrollContainer>
      {childCount > children.length && children.length > 0 && (
        <Text c="dimmed" mt="xs">
          {t('nodes.children.truncated', { shown: formatNumber(children.length), total: formatNumber(childCount) })}
        </Text>
      )}
    </Box>
  );
}

/** Stores have no store count; if all children are stores, their codes are shown instead. */
function columnsFor(t: Translate, storesOnly: boolean): Column<NodeRow>[] {
  return [
    { id: 'name', header: t('nodes.children.name'), text: ({ name }) => name, cell: (node) => <Name node={node} /> },
    {
      id: 'level',
      header: t('nodes.children.level'),
      width: '24%',
      muted: true,
      cell: ({ nodeType }) => t(`ui.level.${nodeType}`),
    },
    storesOnly
      ? {
          id: 'code',
          header: t('nodes.details.code'),
          width: '22%',
          cell: ({ code }) => <code>{code}</code>,
          text: ({ code }) => code,
        }
      : {
          id: 'stores',
          header: t('nodes.tree.stores'),
          width: '5.5rem',
          align: 'end',
          cell: (node) => storeCountText(node),
        },
    {
      id: 'status',
      header: t('nodes.children.status'),
      width: '8.5rem',
      cell: ({ status }) => <Status enabled={status} />,
    },
  ];
}

function Name({ node }: { node: NodeRow }) {
  const t = useT();
  return (
    <>
      <Icon name={levelIcons[node.nodeType]} size={16} />
      <span>{node.name}</span>
      {node.isOverride && <Icon name="diamond" size={12} title={t('nodes.tree.override')} />}
    </>
  );
}

function Status({ enabled }: { enabled: boolean }) {
  const t = useT();
  return <StatusDot kind={enabled ? 'on' : 'off'}>{t(enabled ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>;
}

const storeCountText = ({ nodeType, storeCount }: NodeRow) => (nodeType === 'STORE' ? '' : formatNumber(storeCount));
