import { Flex, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { usePaginationLabels } from '../../platform/text/pagination-labels.ts';
import lines from '../../ui/list/lines.module.css';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Link } from '../../ui/page/link.tsx';
import { permittedAddress } from '../dashboard-links.ts';
import { countStates, mapStates, type MapStore } from './map-clusters.ts';
import { useStateLabels } from './map-state-labels.ts';
import { InlineSymbol } from './map-symbol.tsx';

const stateOf = (store: MapStore) => {
  const counts = countStates([store]);
  return mapStates.find((state) => counts[state] > 0) ?? 'inOrder';
};

/** The stores of the map as a list by page: those that need attention first, then by name. */
export function StoreMapList({ stores, label }: { stores: readonly MapStore[]; label: string }) {
  const t = useT();
  const labels = useStateLabels();
  const paginationLabels = usePaginationLabels();
  const [{ page, size }, setPage] = useState({ page: 0, size: 10 });
  const sorted = useMemo(
    () =>
      stores
        .map((store) => ({ store, state: stateOf(store) }))
        .sort(
          (one, other) =>
            mapStates.indexOf(one.state) - mapStates.indexOf(other.state) ||
            (one.store.name ?? '').localeCompare(other.store.name ?? ''),
        ),
    [stores],
  );
  return (
    <div>
      <ul className={lines.between} aria-label={label}>
        {sorted.slice(page * size, (page + 1) * size).map(({ store, state }) => {
          const href = store.id ? permittedAddress(`/structure/${store.id}/view`) : undefined;
          const name = store.name ?? t('figures.map.stores', { count: store.count, shown: formatNumber(store.count) });
          return (
            <Flex
              key={`${store.id} ${store.latitude} ${store.longitude}`}
              component="li"
              wrap="wrap"
              align="center"
              gap="var(--s-1) var(--s-4)"
              mih="var(--row-h)"
              py="var(--s-1)"
            >
              <span style={{ flex: '1 1 12rem' }}>{href ? <Link href={href}>{name}</Link> : name}</span>
              <Text span size="xs" lh="label" c="dimmed">
                {store.latitude}, {store.longitude}
              </Text>
              <Flex component="span" align="center" gap={6} miw="8rem">
                <InlineSymbol state={state} />
                {labels[state]}
              </Flex>
            </Flex>
          );
        })}
      </ul>
      <Pagination
        page={page}
        size={size}
        total={sorted.length}
        {...paginationLabels}
        onPage={(next) => setPage({ page: next, size })}
        onSize={(next) => setPage({ page: 0, size: next })}
      />
    </div>
  );
}
