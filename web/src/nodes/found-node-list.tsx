import { Button } from '@mantine/core';
import type { FoundNode } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/i18n.ts';
import { levelIcons } from '../platform/level-icons.ts';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { DataItems } from '../ui/data-items.tsx';
import { Icon } from '../ui/icon.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './found-node-list.module.css';
import { nodeAddress } from './node-address.ts';
import { NodeMarks } from './node-marks.tsx';
import { foundNodes } from './queries.ts';

type Change = { search?: string | undefined; page?: number | undefined; size?: number | undefined };
type Props = { search: string; page: number; size: number; onChange: (change: Change) => void };

/** What a search of the tree has found: a flat list with full paths; choosing one shows it in the tree. */
export function FoundNodeList({ search, page, size, onChange }: Props) {
  const t = useT();
  const inWords = usePaginationWords();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...foundNodes(search, page, size),
    placeholderData: keepPreviousData,
    meta: drawnHere,
  });
  if (error && !data) {
    return <LoadFailure title={t('nodes.search.failed')} fault={error} onRetry={() => void refetch()} />;
  }
  const total = data?.total ?? 0;
  return (
    <div className={classes.found}>
      <p role="status" className={classes.count}>
        {data && t('nodes.search.count', { count: total, shown: formatNumber(total) })}
      </p>
      <div className={classes.rows}>
        {data?.result.length === 0 ? (
          <EmptyState
            drawing="search"
            title={t('nodes.search.nothing', { search })}
            text={t('nodes.search.nothingText')}
            actions={
              <Button onClick={() => onChange({ search: undefined, page: undefined })}>{t('ui.search.clear')}</Button>
            }
          />
        ) : (
          <DataItems
            label={t('nodes.search.results')}
            rows={data?.result}
            rowId={({ nodeId }) => nodeId}
            href={({ nodeId }) => nodeAddress(nodeId)}
            item={(node) => itemOf(node, t(`ui.level.${node.nodeType}`), t('ui.status.disabled'))}
            busy={isPlaceholderData}
          />
        )}
      </div>
      <Pagination
        page={page}
        size={size}
        total={total}
        estimate={data?.totalIsEstimate}
        {...inWords}
        onPage={(wanted) => onChange({ page: wanted || undefined })}
        onSize={(wanted) => onChange({ size: wanted, page: undefined })}
      />
    </div>
  );
}

function itemOf(node: FoundNode, level: string, disabled: string) {
  return {
    media: <Icon name={levelIcons[node.nodeType]} size={18} title={level} className={classes.icon} />,
    title: node.name,
    detail: (
      <span className={classes.path}>
        {node.path.map(({ name }) => name).join(' › ')} <code>{node.code}</code>
      </span>
    ),
    trailing: (
      <>
        {!node.status && <Tag>{disabled}</Tag>}
        <NodeMarks node={node} />
      </>
    ),
  };
}
