import { formatNumber, useT } from '../platform/i18n.ts';
import { changeOf } from './dashboard-period.ts';

/** How a figure has changed since the period before; what rises is not always good, so it has no colour. */
export function FigureChange({ count, before }: { count: number; before: number }) {
  const t = useT();
  const change = changeOf(count, before);
  if (change === undefined) return t('figures.figure.nothingBefore');
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return t('figures.figure.change', { change: `${sign}${formatNumber(Math.abs(change))}%` });
}
