import { Button } from '@mantine/core';
import type { Node, NodeId } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Crumbs } from '../ui/page-header.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { Tag } from '../ui/tag.tsx';
import { ChildNodeList } from './child-node-list.tsx';
import { NodeActions } from './node-actions.tsx';
import { nodeAddress } from './node-address.ts';
import { NodeDetails } from './node-details.tsx';
import classes from './node-panel.module.css';
import { oneNode } from './queries.ts';

type Props = { id: NodeId; root: NodeId; onTop: () => void };

/** One place of the tree: where it lies, its figures, its details, and what lies right below it. */
export function NodePanel({ id, root, onTop }: Props) {
  const t = useT();
  return (
    <LoadedNode id={id} onTop={onTop}>
      {(node) => (
        <div className={classes.panel}>
          <Crumbs crumbs={crumbsOf(node, root)} label={t('nodes.panel.path')} />
          <div className={classes.head}>
            <NodeTitle node={node} />
            <NodeActions node={node} at="panel" />
          </div>
          <NodeFigures node={node} />
          <h3 className={classes.section}>{t('nodes.panel.details')}</h3>
          <NodeDetails node={node} />
          {node.nodeType !== 'STORE' && <ChildNodeList node={node} />}
        </div>
      )}
    </LoadedNode>
  );
}

type LoadedProps = { id: NodeId; onTop: () => void; children: (node: Node) => ReactNode };

/** Waits for a place; the one before it stays until it is clear that the next takes its time. */
export function LoadedNode({ id, onTop, children }: LoadedProps) {
  const t = useT();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...oneNode(id),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });
  const slow = useDelayed((data === undefined || isPlaceholderData) && !error);
  if (data && !slow)
    return (
      // whoever has chosen the next place must not act on the one before it
      <div className={classes.loaded} inert={isPlaceholderData}>
        {children(data)}
      </div>
    );
  if (slow) {
    return (
      <div className={classes.panel}>
        <p className="visually-hidden" role="status">
          {t('ui.state.loading')}
        </p>
        <LinesSkeleton rows={9} />
      </div>
    );
  }
  if (!error) return null;
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code === 'node.unknown') {
    const actions = <Button onClick={onTop}>{t('nodes.unknown.top')}</Button>;
    return <NotFoundState title={t('nodes.unknown.title')} text={sayError(code)} actions={actions} />;
  }
  return <LoadFailure title={t('nodes.panel.failed')} fault={error} onRetry={() => void refetch()} />;
}

/** The name of a place with its level, and whether it is in use. */
export function NodeTitle({ node }: { node: Node }) {
  const t = useT();
  return (
    <div className={classes.title}>
      <h2>{node.name}</h2>
      <Tag>{t(`ui.level.${node.nodeType}`)}</Tag>
      <StatusDot kind={node.status ? 'on' : 'off'}>
        {t(node.status ? 'ui.status.enabled' : 'ui.status.disabled')}
      </StatusDot>
      {node.isOverride && (
        <span className={classes.override}>
          <Icon name="diamond" size={12} />
          {t('nodes.tree.override')}
        </span>
      )}
    </div>
  );
}

type Figure = { count: number; words: string; href?: string };

/** How many stores and users a place holds, and how many places lie right below it. */
export function NodeFigures({ node: { nodeId, nodeType, storeCount, userCount, childCount } }: { node: Node }) {
  const t = useT();
  const isStore = nodeType === 'STORE';
  const figures = [
    ...(isStore ? [] : [{ count: storeCount, words: t('nodes.figure.stores', { count: storeCount }) }]),
    {
      count: userCount,
      words: t('nodes.figure.users', { count: userCount }),
      ...(userCount > 0 && may(['LIST_USERS']) && { href: `/users?node=${nodeId}` }),
    },
    ...(isStore ? [] : [{ count: childCount, words: t('nodes.figure.below') }]),
  ];
  return (
    <ul className={classes.figures}>
      {figures.map(({ count, words, href }: Figure) => {
        const figure = (
          <>
            <strong>{formatNumber(count)}</strong> <span>{words}</span>
          </>
        );
        return <li key={words}>{href ? <Link href={href}>{figure}</Link> : figure}</li>;
      })}
    </ul>
  );
}

/** The places above one; those above the reader's own area are named, but lead nowhere. */
function crumbsOf({ path, nodeId }: Node, root: NodeId) {
  const top = nodeId === root ? path.length : path.findIndex(({ id }) => id === root);
  return path.map(({ id, name }, at) => ({ label: name, ...(at >= top && top >= 0 && { href: nodeAddress(id) }) }));
}
