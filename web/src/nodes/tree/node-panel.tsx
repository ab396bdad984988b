import { Box, Button, Flex, Group, Text, Title } from '@mantine/core';
import type { Node, NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { formatNumber, errorMessage, useT } from '../../platform/text/i18n.ts';
import { hasPermission } from '../../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link, type ScreenAddress } from '../../ui/page/link.tsx';
import lines from '../../ui/list/lines.module.css';
import { Crumbs } from '../../ui/page/page-header.tsx';
import { LinesSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { NotFoundState } from '../../ui/page/states.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Tag } from '../../ui/tag.tsx';
import { ChildNodeList } from './child-node-list.tsx';
import { NodeActions } from '../node-actions.tsx';
import { nodeAddress } from '../node-address.ts';
import { NodeDetails } from '../node-details.tsx';
import classes from './node-panel.module.css';
import { nodeQuery } from '../queries.ts';

type Props = { id: NodeId; root: NodeId; onGoToRoot: () => void };

/** The selected node beside the tree: path, figures, details and direct children. */
export function NodePanel({ id, root, onGoToRoot }: Props) {
  const t = useT();
  return (
    <LoadedNode id={id} onGoToRoot={onGoToRoot}>
      {(node) => (
        <Box maw="60rem" px="var(--page-pad)" pt="md" pb="xl">
          <Crumbs crumbs={crumbsOf(node, root)} label={t('nodes.panel.path')} />
          <Group align="flex-start" justify="space-between" gap="8px 16px">
            <NodeTitle node={node} />
            <NodeActions node={node} context="panel" />
          </Group>
          <NodeFigures node={node} />
          <Title order={3} size="h3" mb={4} visibleFrom="sm">
            {t('nodes.panel.details')}
          </Title>
          <NodeDetails node={node} />
          {node.nodeType !== 'STORE' && <ChildNodeList node={node} />}
        </Box>
      )}
    </LoadedNode>
  );
}

type LoadedNodeProps = { id: NodeId; onGoToRoot: () => void; children: (node: Node) => ReactNode };

/** Loads a node; the previous one stays visible until the load is noticeably slow. */
export function LoadedNode({ id, onGoToRoot, children }: LoadedNodeProps) {
  const t = useT();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...nodeQuery(id),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  const isSlow = useDelayed((data === undefined || isPlaceholderData) && !error);
  if (data && !isSlow)
    return (
      // the previous node is inert while the next one loads, so that no action applies to the wrong node
      <Box display="contents" inert={isPlaceholderData}>
        {children(data)}
      </Box>
    );
  if (isSlow) {
    return (
      <Box maw="60rem" px="var(--page-pad)" pt="md" pb="xl">
        <p className="visually-hidden" role="status">
          {t('ui.state.loading')}
        </p>
        <LinesSkeleton rows={9} />
      </Box>
    );
  }
  if (!error) return null;
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code === 'node.unknown') {
    const actions = <Button onClick={onGoToRoot}>{t('nodes.unknown.toRoot')}</Button>;
    return <NotFoundState title={t('nodes.unknown.title')} text={errorMessage(code)} actions={actions} />;
  }
  return <LoadError title={t('nodes.panel.failed')} error={error} onRetry={() => void refetch()} />;
}

/** A node's name with its level, status and override marker. */
export function NodeTitle({ node }: { node: Node }) {
  const t = useT();
  return (
    <Group gap="4px 12px" mt={4}>
      <Title order={2} size="h1">
        {node.name}
      </Title>
      <Tag>{t(`ui.level.${node.nodeType}`)}</Tag>
      <StatusDot kind={node.status ? 'on' : 'off'}>
        {t(node.status ? 'ui.status.enabled' : 'ui.status.disabled')}
      </StatusDot>
      {node.isOverride && (
        <Flex component="span" align="center" gap={6} c="dimmed" fz="label">
          <Icon name="diamond" size={12} c="var(--chart-4)" />
          {t('nodes.tree.override')}
        </Flex>
      )}
    </Group>
  );
}

type Figure = { count: number; label: string; href?: ScreenAddress };

/** The numbers of stores, users and direct children. */
export function NodeFigures({ node: { nodeId, nodeType, storeCount, userCount, childCount } }: { node: Node }) {
  const t = useT();
  const isStore = nodeType === 'STORE';
  const figures: Figure[] = [
    ...(isStore ? [] : [{ count: storeCount, label: t('nodes.figure.stores', { count: storeCount }) }]),
    {
      count: userCount,
      label: t('nodes.figure.users', { count: userCount }),
      ...(userCount > 0 && hasPermission(['LIST_USERS']) && { href: `/users?node=${nodeId}` }),
    },
    ...(isStore ? [] : [{ count: childCount, label: t('nodes.figure.children') }]),
  ];
  return (
    <Flex
      component="ul"
      className={`${classes.figures} ${lines.below}`}
      wrap="wrap"
      gap="12px 40px"
      mt={{ base: 'sm', sm: 'lg' }}
      mb={{ base: 'xs', sm: 'md' }}
      pb={{ base: 'sm', sm: 'lg' }}
    >
      {figures.map(({ count, label, href }) => {
        const figure = (
          <Flex component="span" direction="column">
            <Text span fz="var(--text-24)" fw="var(--weight-medium)" lh="var(--line-24)" lts="-0.02em">
              {formatNumber(count)}
            </Text>{' '}
            <Text span size="label" c={href ? 'primary' : 'dimmed'}>
              {label}
            </Text>
          </Flex>
        );
        return <li key={label}>{href ? <Link href={href}>{figure}</Link> : figure}</li>;
      })}
    </Flex>
  );
}

/** Breadcrumbs of a node; ancestors above the user's scope have no link. */
function crumbsOf({ path, nodeId }: Node, root: NodeId) {
  const rootIndex = nodeId === root ? path.length : path.findIndex(({ id }) => id === root);
  return path.map(({ id, name }, index) => ({
    label: name,
    ...(index >= rootIndex && rootIndex >= 0 && { href: nodeAddress(id) }),
  }));
}
