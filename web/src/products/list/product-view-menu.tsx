import type { ListViewId } from '@storeward/contract/list-views';
import type { ProductView, ProductViewQuery } from '@storeward/contract/products/product-views';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../platform/text/i18n.ts';
import { ViewMenu } from '../../records/view-menu.tsx';
import { savedProductViewsQuery, useRemoveProductView, useSaveProductView } from './view-queries.ts';

type Props = {
  query: ProductViewQuery;
  viewId: ListViewId | undefined;
  onApply: (view: ProductView | undefined) => void;
};

/** Menu of saved views of the product list. */
export function ProductViewMenu({ query, viewId, onApply }: Props) {
  const t = useT();
  const { data } = useQuery({ ...savedProductViewsQuery(), meta: { quiet: true } });
  const save = useSaveProductView();
  const remove = useRemoveProductView();
  return (
    <ViewMenu
      saved={{ views: data?.views ?? [], save, remove }}
      listState={{ query }}
      viewId={viewId}
      onApply={onApply}
      all={{ label: t('products.views.all'), icon: 'filter' }}
    />
  );
}
