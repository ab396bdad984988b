import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { type Cluster, radiusOf } from './map-clusters.ts';
import { type Bounds, overlaps, type Size, toPixel, type View } from './map-projection.ts';
import classes from './store-map.module.css';

/** Names are drawn beside the marks once there are this few in view. */
const mostLabels = 14;
const longestLabel = 26;
const fontSize = 12;
const gap = 6;

type Label = {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
};

/** The names of the stores in view beside their marks, as far as they do not overlap. */
export function MapLabels({ clusters, view, size }: { clusters: readonly Cluster[]; view: View; size: Size }) {
  const t = useT();
  const nameOf = ({ stores, total }: Cluster) => {
    const name = stores.length === 1 ? stores[0]!.name : null;
    return name ?? t('figures.map.stores', { count: total, shown: formatNumber(total) });
  };
  return labelsOf(clusters, view, size, nameOf).map(({ key, text, x, y, isLeft }) => (
    <text
      key={key}
      className={classes.label}
      x={x}
      y={y}
      dy="0.35em"
      fontSize={fontSize}
      textAnchor={isLeft ? 'end' : 'start'}
    >
      {text}
    </text>
  ));
}

function labelsOf(
  clusters: readonly Cluster[],
  view: View,
  size: Size,
  nameOf: (cluster: Cluster) => string,
): readonly Label[] {
  const visible = clusters
    .map((cluster) => ({ cluster, at: toPixel(cluster, view, size) }))
    .filter(({ at }) => at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height);
  if (visible.length > mostLabels) return [];
  const taken: Bounds[] = visible.map(({ cluster, at }) => around(at.x, at.y, radiusOf(cluster)));
  const labels: Label[] = [];
  for (const { cluster, at } of visible) {
    const name = nameOf(cluster);
    const text = name.length > longestLabel ? `${name.slice(0, longestLabel - 1)}…` : name;
    const offset = radiusOf(cluster) + gap;
    const width = widthOf(text);
    const isLeft = at.x + offset + width > size.width - gap;
    const x = isLeft ? at.x - offset : at.x + offset;
    const left = isLeft ? x - width : x;
    const bounds = { left, right: left + width, top: at.y - fontSize / 2, bottom: at.y + fontSize / 2 };
    if (left < 0 || taken.some((other) => overlaps(other, bounds))) continue;
    taken.push(bounds);
    labels.push({ key: cluster.key, text, x, y: at.y, isLeft });
  }
  return labels;
}

const around = (x: number, y: number, radius: number): Bounds => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** A close estimate: an ideograph is as wide as it is high, a letter a little more than half. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + fontSize * (/[\u2e80-\uffef]/.test(letter) ? 1 : 0.55), 0);
