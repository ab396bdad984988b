import { Button, Menu, Stack } from '@mantine/core';
import type { ProductRow } from '@storeward/contract/products';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { RowActions } from '../ui/list/row-actions.tsx';
import { productName } from './product-name.ts';
import { productEditPath, productViewPath } from './product-paths.ts';
import { ProductUsesText } from './product-uses.tsx';
import { useDeleteProduct, useSetProductStatus } from './queries.ts';

type Props = { product: ProductRow; placement: 'row' | 'view' | 'edit'; onDeleted?: () => void };

/** Actions of a product; renders nothing without any permitted action. */
export function ProductActions({ product, placement, onDeleted }: Props) {
  const t = useT();
  const notify = useNotify();
  const [confirming, setConfirming] = useState<'disable' | 'delete'>();
  const setStatus = useSetProductStatus(product);
  const remove = useDeleteProduct(product);
  const { id, can, status } = product;
  const name = productName(product);
  const inRow = placement === 'row';

  function toggleStatus() {
    setConfirming(undefined);
    setStatus.mutate(!status, {
      onSuccess: () => notify.success(t(status ? 'products.status.disabled' : 'products.status.enabled', { name })),
    });
  }
  function handleDelete() {
    setConfirming(undefined);
    remove.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('products.delete.done', { name }));
        onDeleted?.();
      },
    });
  }

  return (
    <RowActions inRow={inRow}>
      {placement === 'view' && can.edit && (
        <Button component={Link} href={productEditPath(product)}>
          {t('ui.action.edit')}
        </Button>
      )}
      {placement === 'edit' && can.view && (
        <Button component={Link} href={productViewPath(product)} variant="default">
          {t('products.action.view')}
        </Button>
      )}
      {((inRow && can.view) || can.edit) && (
        <MoreMenu label={t('products.action.more', { name })} small={inRow}>
          {inRow && can.view && (
            <Menu.Item component={Link} href={productViewPath(product)} leftSection={<Icon name="eye" />}>
              {t('products.action.view')}
            </Menu.Item>
          )}
          {inRow && can.edit && (
            <Menu.Item component={Link} href={productEditPath(product)} leftSection={<Icon name="edit" />}>
              {t('ui.action.edit')}
            </Menu.Item>
          )}
          {can.edit && (
            <>
              <Menu.Item
                onClick={() => (status ? setConfirming('disable') : toggleStatus())}
                leftSection={<Icon name={status ? 'power' : 'check'} />}
              >
                {t(status ? 'products.action.disable' : 'products.action.enable')}
              </Menu.Item>
              <Menu.Item onClick={() => setConfirming('delete')} color="danger" leftSection={<Icon name="trash" />}>
                {t('products.action.delete')}
              </Menu.Item>
            </>
          )}
        </MoreMenu>
      )}
      <ConfirmDialog
        opened={confirming === 'disable'}
        title={t('products.disable.title', { name })}
        message={
          <Stack gap="sm">
            <div>
              <FormattedMessage phrase="products.disable.text" values={{ count: 1 }} />
            </div>
            <ProductUsesText ids={[id]} />
          </Stack>
        }
        onNo={() => setConfirming(undefined)}
        onYes={toggleStatus}
      />
      <ConfirmDialog
        opened={confirming === 'delete'}
        title={t('products.delete.title', { name })}
        message={
          <Stack gap="sm">
            <div>
              <FormattedMessage phrase="products.delete.text" />
            </div>
            <ProductUsesText ids={[id]} />
          </Stack>
        }
        onNo={() => setConfirming(undefined)}
        onYes={handleDelete}
        danger
      />
    </RowActions>
  );
}
