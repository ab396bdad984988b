import { Button, Group, Stack } from '@mantine/core';
import { maxBulkProducts, type ProductId } from '@storeward/contract/products';
import { formatNumber, useT } from '../platform/i18n.ts';
import { useState } from 'react';
import type { RowSelectionState } from '../records/row-selection.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useNotify } from '../ui/notify.tsx';
import { ProductUsesText } from './product-uses.tsx';
import { useSetProductStatuses } from './queries.ts';

/** Enables or disables the selected products. */
export function ProductBulkBar({ selection }: { selection: RowSelectionState }) {
  const t = useT();
  const notify = useNotify();
  const setStatuses = useSetProductStatuses();
  const [isConfirming, setConfirming] = useState(false);
  const { ids } = selection;
  const productIds = [...ids].slice(0, maxBulkProducts) as ProductId[];
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
      <span role="status">{t('products.bulk.selected', { count: ids.size, shown: formatNumber(ids.size) })}</span>
      <Group gap="xs" ms="auto">
        {[true, false].map((status) => (
          <Button
            key={String(status)}
            size="sm"
            variant="default"
            disabled={setStatuses.isPending}
            onClick={() => (status ? apply(true) : setConfirming(true))}
          >
            {t(status ? 'products.action.enable' : 'products.action.disable')}
          </Button>
        ))}
        <IconButton small icon="x" label={t('products.bulk.clear')} onClick={selection.clear} />
      </Group>
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
