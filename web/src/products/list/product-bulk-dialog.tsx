import { Skeleton, Stack, Text } from '@mantine/core';
import type { ProductBulkRequest } from '@storeward/contract/products/product-bulk';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, formatNumber, useT } from '../../platform/text/i18n.ts';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { PreviewedChanges } from '../../records/first-changes.tsx';
import { MessageDialog } from '../../records/message-dialog.tsx';
import { useNavigateTo } from '../../ui/page/link.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { useProductBulk, useProductBulkPreview } from './bulk-queries.ts';
import { productChangesPath } from '../product-paths.ts';

type Props = { request: ProductBulkRequest; onClose: () => void };

/** Shows how many products a change of status concerns and how many of them settings refer to, then starts it. */
export function ProductBulkDialog({ request, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const preview = useProductBulkPreview(request);
  const start = useProductBulk();
  const { status } = request;
  const text = (error: Error) => errorMessage(error instanceof ApiError ? error.code : 'unknown');
  const changes = preview.data?.changes ?? 0;
  const counts = { count: changes, shown: formatNumber(changes) };
  const execute = () =>
    start.mutate(request, {
      onError: (error) => notify.error(text(error)),
      onSuccess: ({ id }) => navigate(`${productChangesPath}/${id}`),
    });
  const body = (
    <Stack gap="sm" role="status">
      {preview.error ? (
        text(preview.error)
      ) : preview.data ? (
        <>
          <Text inherit>
            {t('products.changes.total', { count: preview.data.total, shown: formatNumber(preview.data.total) })}
            {preview.data.unchanged > 0 &&
              ` ${t('products.changes.unchanged', { count: preview.data.unchanged, shown: formatNumber(preview.data.unchanged) })}`}
          </Text>
          <PreviewedChanges first={preview.data.first} total={changes} />
          {!status && preview.data.used > 0 && (
            <Text inherit>
              {t('products.changes.used', { count: preview.data.used, shown: formatNumber(preview.data.used) })}
            </Text>
          )}
        </>
      ) : (
        <Skeleton height={20} width="60%" />
      )}
    </Stack>
  );
  if (preview.error || (preview.data && changes === 0))
    return <MessageDialog opened title={t('products.changes.nothing')} message={body} onClose={onClose} />;
  const title = status ? 'products.enable.many' : 'products.disable.many';
  return (
    <ConfirmDialog
      opened
      title={preview.data ? t(title, counts) : t('products.changes.counting')}
      message={body}
      busy={!preview.data || start.isPending}
      onYes={execute}
      onNo={onClose}
    />
  );
}
