import { formatNumber, useT } from '../platform/text/i18n.ts';
import { changeOf } from './dashboard-period.ts';

/** The change of a figure since the previous period; without colour, since an increase is not always good. */
export function FigureChange({ count, before }: { count: number; before: number }) {
  const t = useT();
  const change = changeOf(count, before);
  if (change === undefined) return t('figures.figure.nothingBefore');
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return t('figures.figure.change', { change: `${sign}${formatNumber(Math.abs(change))}%` });
}
