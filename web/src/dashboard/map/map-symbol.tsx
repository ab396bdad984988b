import type { MapState } from './map-clusters.ts';

type Props = { state: MapState; x: number; y: number; radius: number };

/** The mark of a state: each has a colour and a shape of its own. */
export function MapSymbol({ state, x, y, radius }: Props) {
  if (state === 'silent') return <path d={triangle(x, y, radius * 1.25)} fill="var(--error)" stroke="var(--surface)" />;
  if (state === 'disabled')
    return <circle cx={x} cy={y} r={radius - 0.5} fill="var(--surface)" stroke="var(--icon)" strokeWidth={1.75} />;
  return <circle cx={x} cy={y} r={radius} fill="var(--chart-1)" stroke="var(--surface)" />;
}

const triangle = (x: number, y: number, radius: number) =>
  `M${x},${y - radius}l${radius * 0.95},${radius * 1.65}h${radius * -1.9}z`;

/** The mark beside a text. */
export function InlineSymbol({ state }: { state: MapState }) {
  return (
    <svg width={12} height={12} aria-hidden style={{ flex: 'none' }}>
      <MapSymbol state={state} x={6} y={6} radius={4.5} />
    </svg>
  );
}
