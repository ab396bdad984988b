import { scaleBand, scaleLinear } from '@visx/scale';
import { formatNumber } from '../platform/text/i18n.ts';
import { ChartFigure } from './chart-frame.tsx';

export type Bar = { readonly key: string; readonly label: string; readonly count: number; readonly before: number };

const height = 200;
const margin = { top: 10, right: 4, bottom: 24, left: 40 };

type Props = { bars: readonly Bar[]; compares: boolean; summary: string; labelEvery: number };

/** Counts as columns; the mark across a column is the count of the previous period. */
export function BarChart({ bars, compares, summary, labelEvery }: Props) {
  return (
    <ChartFigure summary={summary} height={height}>
      {(width) => {
        const bottom = height - margin.bottom;
        const x = scaleBand({
          domain: bars.map(({ key }) => key),
          range: [margin.left, width - margin.right],
          padding: 0.3,
        });
        const highest = Math.max(4, ...bars.map(({ count, before }) => (compares ? Math.max(count, before) : count)));
        const y = scaleLinear({ domain: [0, highest], range: [bottom, margin.top], nice: 4 });
        return (
          <g aria-hidden>
            {y
              .ticks(4)
              .filter(Number.isInteger)
              .map((tick) => (
                <g key={tick}>
                  <line
                    x1={margin.left}
                    x2={width - margin.right}
                    y1={y(tick)}
                    y2={y(tick)}
                    stroke="var(--chart-grid)"
                  />
                  <text x={margin.left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                    {formatNumber(tick)}
                  </text>
                </g>
              ))}
            {bars.map(({ key, label, count, before }, index) => (
              <g key={key}>
                <rect
                  x={x(key)}
                  width={x.bandwidth()}
                  y={y(count)}
                  height={bottom - y(count)}
                  rx={2}
                  fill="var(--chart-1)"
                />
                {compares && before > 0 && (
                  <line
                    x1={x(key)}
                    x2={(x(key) ?? 0) + x.bandwidth()}
                    y1={y(before)}
                    y2={y(before)}
                    stroke="var(--text)"
                    strokeWidth={1.5}
                    strokeDasharray="3 2"
                  />
                )}
                {index % labelEvery === 0 && (
                  <text x={(x(key) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
                    {label}
                  </text>
                )}
                <rect x={x(key)} width={x.bandwidth()} y={margin.top} height={bottom - margin.top} fill="transparent">
                  <title>{`${label}: ${formatNumber(count)}${compares ? ` (${formatNumber(before)})` : ''}`}</title>
                </rect>
              </g>
            ))}
          </g>
        );
      }}
    </ChartFigure>
  );
}
