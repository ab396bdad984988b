import { useLanguage, useT } from './i18n.ts';

/** Labels and number locale for the pagination component. */
export function usePaginationLabels() {
  const t = useT();
  const [locale] = useLanguage();
  return {
    locale,
    labels: {
      label: t('ui.pagination.label'),
      rows: t('ui.pagination.rows'),
      range: (values: RangeValues) => t('ui.pagination.range', values),
      rangeEstimate: (values: RangeValues) => t('ui.pagination.rangeEstimate', values),
      previous: t('ui.pagination.previous'),
      next: t('ui.pagination.next'),
    },
  };
}

type RangeValues = { from: string; to: string; total: string };
