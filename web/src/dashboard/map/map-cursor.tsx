import { Box, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Link } from '../../ui/page/link.tsx';
import { permittedAddress } from '../dashboard-links.ts';
import { type Cluster, mapStates, stateOf } from './map-clusters.ts';
import type { Point } from './map-projection.ts';
import { useStateLabels } from './map-state-labels.ts';
import classes from './store-map.module.css';

type Props = { cluster: Cluster; at: Point; radius: number; takesFocus: boolean; onOpen: () => void };

/** The active mark as a link to its store, or as a button that opens a cluster. It is as large as a finger at any scale. */
export function MapCursor({ cluster, at, radius, takesFocus, onOpen }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const name = useMarkName(cluster);
  const [store] = cluster.stores;
  const href = cluster.stores.length === 1 && store?.id ? permittedAddress(`/structure/${store.id}/view`) : undefined;
  const { key } = cluster;
  useEffect(() => {
    if (takesFocus) ref.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
  }, [takesFocus, key, href]);
  const className = classes.cursor ?? '';
  const diameter = Math.max(24, 2 * radius + 8);
  return (
    <Box
      ref={ref}
      pos="absolute"
      style={{ left: at.x, top: at.y, width: diameter, height: diameter, transform: 'translate(-50%, -50%)' }}
    >
      {href ? (
        <Link href={href} className={className} aria-label={name} draggable={false}>
          {null}
        </Link>
      ) : (
        <UnstyledButton className={className} aria-label={name} onClick={onOpen} />
      )}
    </Box>
  );
}

/** The name of a mark for screen readers: the store and its status, or how many stores are in which state. */
function useMarkName(cluster: Cluster): string {
  const t = useT();
  const labels = useStateLabels();
  const { stores, total, counts } = cluster;
  const name = stores.length === 1 ? stores[0]!.name : null;
  if (name !== null) return `${name}, ${labels[stateOf(cluster)]}`;
  const states = mapStates
    .filter((state) => counts[state] > 0)
    .map((state) => `${labels[state]} ${formatNumber(counts[state])}`);
  return [t('figures.map.stores', { count: total, shown: formatNumber(total) }), ...states].join(', ');
}
