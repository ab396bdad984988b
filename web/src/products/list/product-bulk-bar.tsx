import { Button, Group, Stack } from '@mantine/core';
import type { ProductBulkRequest, ProductListFilter } from '@storeward/contract/products/product-bulk';
import { maxBulkProducts, type ProductId } from '@storeward/contract/products';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { useState } from 'react';
import type { RowSelectionState } from '../../records/row-selection.ts';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { FormattedMessage } from '../../records/formatted-message.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ProductBulkDialog } from './product-bulk-dialog.tsx';
import { ProductUsesText } from '../product-uses.tsx';
import { useSetProductStatuses } from '../queries.ts';

type Props = {
  selection: RowSelectionState;
  /** Filter and size of the list. */
  matching: ProductListFilter;
  count: { total: number; isEstimate: boolean };
};

/** Enables or disables the selected products at once, or in the background all that match the filter. */
export function ProductBulkBar({ selection, matching, count: { total, isEstimate } }: Props) {
  const t = useT();
  const notify = useNotify();
  const setStatuses = useSetProductStatuses();
  const [isConfirming, setConfirming] = useState(false);
  const [request, setRequest] = useState<ProductBulkRequest>();
  const { ids, allSelected: everything } = selection;
  const productIds = [...ids].slice(0, maxBulkProducts) as ProductId[];
  const choose = (status: boolean) =>
    everything ? setRequest({ status, matching }) : status ? apply(true) : setConfirming(true);
  const apply = (status: boolean) => {
    setConfirming(false);
    setStatuses.mutate(
      { ids: productIds, status },
      {
        onSuccess({ changed }) {
          selection.clear();
          const counts = { count: changed, shown: formatNumber(changed) };
          notify.success(t(status ? 'products.bulk.enabled' : 'products.bulk.disabled', counts));
        },
      },
    );
  };
  return (
    <Group gap="4px 16px">
      <span role="status">
        {everything
          ? t('products.bulk.allSelected')
          : t('products.bulk.selected', { count: ids.size, shown: formatNumber(ids.size) })}
      </span>
      {!everything && (isEstimate || total > ids.size) && (
        <TextButton onClick={selection.selectAll}>
          {t(isEstimate ? 'products.bulk.allEstimate' : 'products.bulk.all', {
            count: total,
            shown: formatNumber(total),
          })}
        </TextButton>
      )}
      <Group gap="xs" ms="auto">
        {[true, false].map((status) => (
          <Button
            key={String(status)}
            size="sm"
            variant="default"
            disabled={setStatuses.isPending}
            onClick={() => choose(status)}
          >
            {t(status ? 'products.action.enable' : 'products.action.disable')}
          </Button>
        ))}
        <IconButton small icon="x" label={t('products.bulk.clear')} onClick={selection.clear} />
      </Group>
      {request && <ProductBulkDialog request={request} onClose={() => setRequest(undefined)} />}
      <ConfirmDialog
        opened={isConfirming}
        title={t('products.disable.many', { count: productIds.length, shown: formatNumber(productIds.length) })}
        message={
          <Stack gap="sm">
            <div>
              <FormattedMessage phrase="products.disable.text" values={{ count: productIds.length }} />
            </div>
            <ProductUsesText ids={productIds} />
          </Stack>
        }
        onNo={() => setConfirming(false)}
        onYes={() => apply(false)}
      />
    </Group>
  );
}
