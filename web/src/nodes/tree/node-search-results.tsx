import { Box, Button, Flex, Text } from '@mantine/core';
import type { NodeSearchResult } from '@storeward/contract/nodes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { levelIcons } from '../../platform/text/level-icons.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { DataItems } from '../../ui/list/data-items.tsx';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { Pagination } from '../../ui/list/pagination.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import classes from './node-search-results.module.css';
import { nodeAddress } from '../node-address.ts';
import { NodeBadges } from '../node-badges.tsx';
import { nodeSearchQuery } from '../queries.ts';

type QueryChange = { search?: string | undefined; page?: number | undefined; size?: number | undefined };
type Props = { search: string; page: number; size: number; onChange: (change: QueryChange) => void };

/** Search results of the hierarchy: a flat list with full paths; a result links to the node in the tree. */
export function NodeSearchResults({ search, page, size, onChange }: Props) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...nodeSearchQuery(search, page, size),
    placeholderData: keepPreviousData,
    meta: errorShownByScreen,
  });
  if (error && !data) {
    return <LoadError title={t('nodes.search.failed')} error={error} onRetry={() => void refetch()} />;
  }
  const total = data?.total ?? 0;
  return (
    <Flex direction="column" flex={1} mih={0}>
      <Text
        role="status"
        className={`${classes.count} ${lines.below}`}
        size="xs"
        fw="var(--weight-medium)"
        c="dimmed"
        flex="none"
        mih="calc(var(--line-12) + 13px)"
        pt={4}
        pb={8}
      >
        {data && t('nodes.search.count', { count: total, shown: formatNumber(total) })}
      </Text>
      <Box className={classes.rows} flex={1} mih={0}>
        {data?.result.length === 0 ? (
          <EmptyState
            illustration="search"
            title={t('nodes.search.noMatch', { search })}
            text={t('nodes.search.noMatchText')}
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
      </Box>
      <Pagination
        page={page}
        size={size}
        total={total}
        estimate={data?.totalIsEstimate}
        {...paginationLabels}
        onPage={(value) => onChange({ page: value || undefined })}
        onSize={(value) => onChange({ size: value, page: undefined })}
      />
    </Flex>
  );
}

function itemOf(node: NodeSearchResult, level: string, disabled: string) {
  return {
    media: <Icon name={levelIcons[node.nodeType]} size={18} title={level} c="var(--icon)" />,
    title: node.name,
    detail: (
      <Text span inherit className={classes.path ?? ''} display="block">
        {node.path.map(({ name }) => name).join(' › ')} <code>{node.code}</code>
      </Text>
    ),
    trailing: (
      <>
        {!node.status && <Tag>{disabled}</Tag>}
        <NodeBadges node={node} />
      </>
    ),
  };
}
