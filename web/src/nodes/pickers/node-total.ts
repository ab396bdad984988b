import { exactCountLimit, type Page } from '@storeward/contract/paging';
import { formatNumber, useT } from '../../platform/text/i18n.ts';

/** The number of nodes that a search found, as text; undefined until the response arrives. */
export function useNodeTotal(): (
  page: Pick<Page<unknown>, 'total' | 'totalIsEstimate'> | undefined,
) => string | undefined {
  const t = useT();
  return (page) => {
    if (!page) return undefined;
    if (page.totalIsEstimate) return t('nodes.picker.totalOver', { shown: formatNumber(exactCountLimit) });
    return t('nodes.picker.total', { count: page.total, shown: formatNumber(page.total) });
  };
}
