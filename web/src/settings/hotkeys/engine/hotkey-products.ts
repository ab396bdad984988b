import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { productStatusesQuery } from '../../../products/queries.ts';
import type { Translate } from '../../kinds/field-view.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';
import { asText } from '../../../platform/text/loose-values.ts';

/** The problems with the products of keys: deleted or disabled. */
export function useProductProblems(rows: readonly ShownRow[], t: Translate): (row: ShownRow) => string | undefined {
  const skus = new Set(rows.map(({ values }) => asText(values['SKU'])).filter(Boolean));
  const { data } = useQuery({
    // keys that only change their places need no other request
    ...productStatusesQuery([...skus].toSorted((one, other) => (one < other ? -1 : 1))),
    enabled: skus.size > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const statuses = new Map(data?.map(({ SKU, status }) => [SKU, status]));
  return ({ values }) => {
    const status = statuses.get(asText(values['SKU']));
    if (status === null) return t('settings.designer.productGone');
    return status === false ? t('settings.designer.productDisabled') : undefined;
  };
}
