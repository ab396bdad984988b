import { scaleLinear, scalePoint } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { formatNumber } from '../platform/text/i18n.ts';
import { ChartFigure } from './chart-frame.tsx';

export type LinePoint = {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly before: number;
};

const height = 200;
const margin = { top: 10, right: 14, bottom: 24, left: 40 };

/** The width that a label of the horizontal axis needs. */
const labelWidth = 56;

type Props = { points: readonly LinePoint[]; compares: boolean; today: string; summary: string };

/** A line of counts by day; the previous period is dashed, and today, which is incomplete, dotted. */
export function LineChart({ points, compares, today, summary }: Props) {
  return (
    <ChartFigure summary={summary} height={height}>
      {(width) => <Lines points={points} compares={compares} today={today} width={width} />}
    </ChartFigure>
  );
}

function Lines({ points, compares, today, width }: Omit<Props, 'summary'> & { width: number }) {
  const bottom = height - margin.bottom;
  const x = scalePoint({ domain: points.map(({ key }) => key), range: [margin.left, width - margin.right] });
  const highest = Math.max(4, ...points.map(({ count, before }) => (compares ? Math.max(count, before) : count)));
  const y = scaleLinear({ domain: [0, highest], range: [bottom, margin.top], nice: 4 });
  const xOf = ({ key }: LinePoint) => x(key) ?? 0;
  const yOf = ({ count }: LinePoint) => y(count);
  const last = points.at(-1)!;
  const step = Math.max(1, Math.ceil((points.length * labelWidth) / (width - margin.left - margin.right)));
  return (
    <g aria-hidden>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line x1={margin.left} x2={width - margin.right} y1={y(tick)} y2={y(tick)} stroke="var(--chart-grid)" />
            <text x={margin.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
              {shortNumber(tick)}
            </text>
          </g>
        ))}
      <AreaClosed data={[...points]} x={xOf} y={yOf} yScale={y} fill="var(--chart-1)" fillOpacity={0.1} />
      {compares && (
        <LinePath
          data={[...points]}
          x={xOf}
          y={({ before }) => y(before)}
          stroke="var(--text-muted)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
        />
      )}
      <LinePath
        data={points.slice(0, -1)}
        x={xOf}
        y={yOf}
        stroke="var(--chart-1)"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      <LinePath
        data={points.slice(-2)}
        x={xOf}
        y={yOf}
        stroke="var(--chart-1)"
        strokeWidth={2}
        strokeDasharray="1 4"
        strokeLinecap="round"
      />
      <circle cx={xOf(last)} cy={yOf(last)} r={3.5} fill="var(--chart-1)" />
      {points.map((point, index) => {
        const fromEnd = points.length - 1 - index;
        return (
          fromEnd % step === 0 && (
            <text
              key={point.key}
              x={xOf(point)}
              y={height - 6}
              textAnchor={fromEnd === 0 ? 'end' : 'middle'}
              dx={fromEnd === 0 ? margin.right : 0}
              data-strong={fromEnd === 0 || undefined}
            >
              {fromEnd === 0 ? today : point.label}
            </text>
          )
        );
      })}
      <HoverTitles points={points} compares={compares} width={width} xOf={xOf} bottom={bottom} />
    </g>
  );
}

type HoverProps = Pick<Props, 'points' | 'compares'> & {
  width: number;
  bottom: number;
  xOf: (point: LinePoint) => number;
};

/** The exact counts of each day, while the pointer is on it. */
function HoverTitles({ points, compares, width, xOf, bottom }: HoverProps) {
  const column = (width - margin.left - margin.right) / Math.max(1, points.length - 1);
  return points.map((point) => (
    <rect
      key={point.key}
      x={xOf(point) - column / 2}
      y={margin.top}
      width={column}
      height={bottom - margin.top}
      fill="transparent"
    >
      <title>
        {`${point.label}: ${formatNumber(point.count)}${compares ? ` (${formatNumber(point.before)})` : ''}`}
      </title>
    </rect>
  ));
}

/** A number of at most four characters for an axis. */
function shortNumber(value: number): string {
  return value >= 1_000 ? `${formatNumber(value / 1_000)}k` : formatNumber(value);
}
