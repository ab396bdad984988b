import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { errorShownByScreen } from '../../records/load-error.tsx';
import { type Cluster, radiusOf, stateOf } from './map-clusters.ts';
import { detailAt, loadCountries } from './map-land.ts';
import { overlaps, type Size, type View, visibleBounds } from './map-projection.ts';
import { MapSymbol } from './map-symbol.tsx';
import classes from './store-map.module.css';

const countriesQuery = (detail: Parameters<typeof loadCountries>[0]) => ({
  queryKey: ['countries', detail],
  queryFn: () => loadCountries(detail),
  staleTime: Infinity,
  meta: errorShownByScreen,
});

/** The countries in view; coarse ones until the fine ones of a close view are loaded. */
export function Land({ view, size }: { view: View; size: Size }) {
  const isFine = detailAt(view.scale) === 'fine';
  const { data: fine } = useQuery({ ...countriesQuery('fine'), enabled: isFine });
  const { data: coarse } = useQuery(countriesQuery('coarse'));
  const visible = visibleBounds(view, size);
  const countries = ((isFine && fine) || coarse)?.filter(({ bounds }) => overlaps(bounds, visible));
  const { x, y, scale } = view;
  return (
    <g
      className={classes.land}
      transform={`translate(${size.width / 2 - x * scale},${size.height / 2 - y * scale}) scale(${scale})`}
    >
      {countries?.map(({ id, path }) => (
        <path key={id} d={path()} vectorEffect="non-scaling-stroke" />
      ))}
    </g>
  );
}

/** Marks that are drawn around the view, so that moving the map a little draws nothing anew. */
function nearView(clusters: readonly Cluster[], { column, row, width, height }: Tile): readonly Cluster[] {
  const [left, top] = [(column - 1) * width, (row - 1) * height];
  return clusters.filter(({ x, y }) => x >= left && x <= left + 3 * width && y >= top && y <= top + 3 * height);
}

type Tile = { readonly column: number; readonly row: number; readonly width: number; readonly height: number };

/** The marks of the stores, those that need attention above the others. */
export function Marks({ clusters, view, size }: { clusters: readonly Cluster[]; view: View; size: Size }) {
  const { x, y, scale } = view;
  const [width, height] = [size.width / scale, size.height / scale];
  const [column, row] = [Math.floor(x / width), Math.floor(y / height)];
  const near = useMemo(
    () => nearView(clusters, { column, row, width, height }),
    [clusters, column, row, width, height],
  );
  return (
    <g transform={`translate(${size.width / 2 - x * scale},${size.height / 2 - y * scale})`}>
      <MarkList clusters={near} scale={scale} />
    </g>
  );
}

const order = { inOrder: 0, disabled: 1, silent: 2 };

const MarkList = memo(function MarkList({ clusters, scale }: { clusters: readonly Cluster[]; scale: number }) {
  return [...clusters]
    .sort((one, other) => order[stateOf(one)] - order[stateOf(other)] || other.total - one.total)
    .map((cluster) => (
      <MapSymbol
        key={cluster.key}
        state={stateOf(cluster)}
        x={cluster.x * scale}
        y={cluster.y * scale}
        radius={radiusOf(cluster)}
      />
    ));
});
