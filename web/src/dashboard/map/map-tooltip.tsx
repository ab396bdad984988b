import { Flex, Text } from '@mantine/core';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Link } from '../../ui/page/link.tsx';
import { permittedAddress } from '../dashboard-links.ts';
import { type Cluster, mapStates, type MapStore, radiusOf, stateOf } from './map-clusters.ts';
import type { Point, Size } from './map-projection.ts';
import { useStateLabels } from './map-state-labels.ts';
import { InlineSymbol } from './map-symbol.tsx';
import classes from './store-map.module.css';

/** The stores of one place that are listed; the list below the map has all. */
const listedStores = 20;

type Props = {
  cluster: Cluster;
  at: Point;
  size: Size;
  /** Whether the user has opened it: it then stays, with links to the stores. */
  isOpen: boolean;
  /** How to open a cluster; undefined if it cannot be zoomed in. */
  zoomText: string | undefined;
};

/** The name and status of the active mark, beside it; what a screen reader needs of it is the name of the cursor. */
export function StoreMapTooltip({ cluster, at, size, isOpen, zoomText }: Props) {
  const t = useT();
  const { stores, total } = cluster;
  const [single] = stores.length === 1 ? stores : [];
  const offset = radiusOf(cluster) + 10;
  const isLeft = at.x > size.width / 2;
  const isAbove = at.y > size.height / 2;
  return (
    <div
      className={classes.tooltip}
      data-open={isOpen || undefined}
      aria-hidden={!isOpen || undefined}
      style={{
        [isLeft ? 'right' : 'left']: Math.max(8, isLeft ? size.width - at.x + offset : at.x + offset),
        [isAbove ? 'bottom' : 'top']: Math.max(8, (isAbove ? size.height - at.y : at.y) - 18),
      }}
    >
      {single?.name ? (
        <StoreLine store={single} state={cluster} isLink={isOpen} />
      ) : (
        <>
          <Text fw="var(--weight-medium)">{t('figures.map.stores', { count: total, shown: formatNumber(total) })}</Text>
          {isOpen ? <StoreLinks stores={stores} /> : <StateCounts cluster={cluster} />}
          {!isOpen && zoomText && stores.length > 1 && (
            <Text size="xs" c="dimmed">
              {zoomText}
            </Text>
          )}
        </>
      )}
    </div>
  );
}

function StoreLine({ store, state, isLink }: { store: MapStore; state: Cluster; isLink: boolean }) {
  const labels = useStateLabels();
  return (
    <>
      <StoreName store={store} isLink={isLink} />
      <Flex align="center" gap={6} c="dimmed" fz="label">
        <InlineSymbol state={stateOf(state)} />
        {labels[stateOf(state)]}
      </Flex>
    </>
  );
}

function StoreName({ store: { id, name }, isLink }: { store: MapStore; isLink: boolean }) {
  const href = id && isLink ? permittedAddress(`/structure/${id}/view`) : undefined;
  return <Text fw="var(--weight-medium)">{href ? <Link href={href}>{name}</Link> : name}</Text>;
}

function StateCounts({ cluster: { counts } }: { cluster: Cluster }) {
  const labels = useStateLabels();
  return mapStates
    .filter((state) => counts[state] > 0)
    .reverse()
    .map((state) => (
      <Flex key={state} align="center" gap={6} c="dimmed" fz="label">
        <InlineSymbol state={state} />
        {labels[state]}
        <Text span inherit ms="auto" ps="md" c="bright">
          {formatNumber(counts[state])}
        </Text>
      </Flex>
    ));
}

function StoreLinks({ stores }: { stores: readonly MapStore[] }) {
  const t = useT();
  const named = stores.filter(({ name }) => name !== null);
  const others = stores.reduce((sum, { count }) => sum + count, 0) - Math.min(named.length, listedStores);
  return (
    <ul style={{ maxHeight: '10rem', overflowY: 'auto' }}>
      {named.slice(0, listedStores).map((store) => (
        <Flex key={store.id} component="li" align="center" gap={6}>
          <InlineSymbol state={store.disabled ? 'disabled' : store.silent ? 'silent' : 'inOrder'} />
          <StoreName store={store} isLink />
        </Flex>
      ))}
      {named.length > 0 && others > 0 && (
        <Text component="li" size="label" c="dimmed">
          {t('figures.map.more', { count: others, shown: formatNumber(others) })}
        </Text>
      )}
    </ul>
  );
}
