import { useQueries } from '@tanstack/react-query';
import { productListQuery } from '../../products/queries.ts';
import type { Translate } from '../kinds/field-view.ts';
import type { ShownRow } from '../kinds/list/row-changes.ts';
import { asText } from '../../platform/text/loose-values.ts';

/** The problems with the products of keys: deleted or disabled. */
export function useProductProblems(rows: readonly ShownRow[], t: Translate): (row: ShownRow) => string | undefined {
  const skus = [...new Set(rows.map(({ values }) => asText(values['SKU'])).filter(Boolean))];
  const queries = useQueries({
    queries: skus.map((sku) => ({ ...productListQuery({ SKU: sku, size: 1 }), meta: { quiet: true } })),
  });
  const problems = new Map(
    queries.flatMap(({ data }, index) => {
      if (!data) return [];
      const [first] = data.result;
      if (first?.SKU !== skus[index]) return [[skus[index], t('settings.designer.productGone')]];
      return first?.status === false ? [[skus[index], t('settings.designer.productDisabled')]] : [];
    }),
  );
  return ({ values }) => problems.get(asText(values['SKU']));
}
