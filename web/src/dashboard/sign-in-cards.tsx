import type { LoginCount } from '@storeward/contract/dashboard/statistics';
import type { LoginHour } from '@storeward/contract/dashboard/figures';
import { formatDate, formatDayOfYear, formatNumber, useT } from '../platform/text/i18n.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartCard, ChartLegend, ChartTableView } from './chart-frame.tsx';
import { QueryPart } from './dashboard-card.tsx';
import { useDashboardPeriod } from './dashboard-period.ts';
import { LineChart } from './line-chart.tsx';
import { loginCountsQuery, loginHoursQuery } from './queries.ts';

type WithCount = { readonly count: number };
const total = (rows: readonly WithCount[]) => rows.reduce((sum, { count }) => sum + count, 0);
const most = <T extends WithCount>(rows: readonly T[]) =>
  rows.reduce((best, row) => (row.count > best.count ? row : best), rows[0]!);

export function SignInsPerDayCard() {
  const t = useT();
  const { period, request } = useDashboardPeriod();
  const title = t('figures.card.signInsPerDay');
  const label = ({ date }: LoginCount) => formatDayOfYear(date);
  const summaryOf = (days: readonly LoginCount[]) =>
    t('figures.chart.daySummary', {
      total: formatNumber(total(days)),
      from: formatDate(days[0]!.date),
      to: formatDate(days.at(-1)!.date),
      day: formatDate(most(days).date),
      count: formatNumber(most(days).count),
    });
  return (
    <ChartCard title={title}>
      {(asTable) => (
        <QueryPart
          query={loginCountsQuery(request)}
          lines={9}
          isEmpty={(days) => days.every(({ count, before }) => count + before === 0)}
          empty={t('figures.empty.signIns')}
        >
          {(days) =>
            asTable ? (
              <ChartTableView
                caption={title}
                columns={[
                  t('figures.chart.day'),
                  t('figures.figure.signIns'),
                  ...(period.compares ? [t('figures.chart.before')] : []),
                ]}
                rows={days
                  .toReversed()
                  .map((day) => [
                    formatDate(day.date),
                    formatNumber(day.count),
                    ...(period.compares ? [formatNumber(day.before)] : []),
                  ])}
              />
            ) : (
              <>
                <Legend look="line" compares={period.compares} />
                <LineChart
                  points={days.map((day) => ({
                    key: day.date,
                    label: label(day),
                    count: day.count,
                    before: day.before,
                  }))}
                  compares={period.compares}
                  today={t('figures.chart.today')}
                  summary={summaryOf(days)}
                />
              </>
            )
          }
        </QueryPart>
      )}
    </ChartCard>
  );
}

export function SignInsByHourCard() {
  const t = useT();
  const { period, request } = useDashboardPeriod();
  const title = t('figures.card.signInsByHour');
  const label = ({ hour }: LoginHour) => `${String(hour).padStart(2, '0')}:00`;
  return (
    <ChartCard title={title}>
      {(asTable) => (
        <QueryPart
          query={loginHoursQuery(request)}
          lines={9}
          isEmpty={(hours) => hours.every(({ count, before }) => count + before === 0)}
          empty={t('figures.empty.signIns')}
        >
          {(hours) =>
            asTable ? (
              <ChartTableView
                caption={title}
                columns={[
                  t('figures.chart.hour'),
                  t('figures.figure.signIns'),
                  ...(period.compares ? [t('figures.chart.before')] : []),
                ]}
                rows={hours.map((hour) => [
                  label(hour),
                  formatNumber(hour.count),
                  ...(period.compares ? [formatNumber(hour.before)] : []),
                ])}
              />
            ) : (
              <>
                <Legend look="bar" compares={period.compares} />
                <BarChart
                  bars={hours.map((hour) => ({
                    key: String(hour.hour),
                    label: label(hour),
                    count: hour.count,
                    before: hour.before,
                  }))}
                  compares={period.compares}
                  labelEvery={6}
                  summary={t('figures.chart.hourSummary', {
                    total: formatNumber(total(hours)),
                    hour: label(most(hours)),
                    count: formatNumber(most(hours).count),
                  })}
                />
              </>
            )
          }
        </QueryPart>
      )}
    </ChartCard>
  );
}

function Legend({ look, compares }: { look: 'line' | 'bar'; compares: boolean }) {
  const t = useT();
  return (
    <ChartLegend
      items={[
        { label: t('figures.chart.thisPeriod'), look },
        ...(compares ? [{ label: t('figures.chart.before'), look: 'dashed' as const }] : []),
      ]}
    />
  );
}
