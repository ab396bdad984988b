import { Button } from '@mantine/core';
import type { Product, ProductId } from '@storeward/contract/products';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { lastListUrl } from '../platform/list-preferences.ts';
import { hasPermission } from '../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Link, useNavigateTo } from '../ui/page/link.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageAlert, PageBody, PageDetails } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { Tag } from '../ui/tag.tsx';
import { ProductActions } from './product-actions.tsx';
import { productName } from './product-name.ts';
import { ProductEditForm } from './product-edit-form.tsx';
import { productListPath } from './product-paths.ts';
import { ProductStatus } from './product-status.tsx';
import { ProductView } from './product-view.tsx';
import { productQuery } from './queries.ts';

type Mode = 'view' | 'edit';

/** Page of one product in view or edit mode; `extraSections` are added to the view. */
export function ProductPage({ id, mode, extraSections }: { id: ProductId; mode: Mode; extraSections?: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...productQuery(id),
    meta: errorShownByScreen,
  });
  // Forms wait for a fresh fetch instead of starting from cached data.
  const product = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const showSkeleton = useDelayed(!product && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.productView' : 'app.title.productEdit');
    if (product) document.title = `${productName(product)} · ${screen}`;
  }, [product, mode, t]);

  if (product) return <LoadedProduct product={product} mode={mode} extraSections={extraSections} />;
  if (!error) return <Page>{showSkeleton && <FormSkeleton sections={3} />}</Page>;
  return (
    <Page>
      <PageHeader title={t('products.page.product')} />
      <PageBody>
        <ProductLoadError error={error} onRetry={() => void refetch()} />
      </PageBody>
    </Page>
  );
}

function LoadedProduct({ product, mode, extraSections }: { product: Product; mode: Mode; extraSections: ReactNode }) {
  const t = useT();
  const navigate = useNavigateTo();
  const { id, SKU, status, can } = product;
  const name = productName(product);
  return (
    <Page>
      <PageHeader
        title={name}
        tag={product.name === null ? <Tag tone="warn">{t('products.field.noName')}</Tag> : <Tag>{SKU}</Tag>}
        status={<ProductStatus status={status} />}
        crumbs={[
          {
            label: t('app.title.products'),
            ...(hasPermission(['LIST_SETTING']) && { href: lastListUrl(productListPath) }),
          },
          { label: name },
        ]}
        crumbsLabel={t('products.page.crumbs')}
        actions={<ProductActions product={product} placement={mode} onDeleted={() => navigate(productListPath)} />}
      />
      {mode === 'edit' && can.edit ? (
        <ProductEditForm key={id} product={product} />
      ) : (
        <PageBody focusable>
          {mode === 'edit' && (
            <PageAlert icon="lock" title={t('products.edit.notAllowed')}>
              {errorMessage('product.organisationOnly')}
            </PageAlert>
          )}
          <PageDetails>
            <ProductView product={product} />
            {extraSections}
          </PageDetails>
        </PageBody>
      )}
    </Page>
  );
}

/** Not found and of another organisation look the same, as in the API. */
function ProductLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code !== 'product.unknown' && code !== 'input.invalid')
    return <LoadError title={t('products.page.failed')} error={error} onRetry={onRetry} />;
  return (
    <NotFoundState
      title={t('products.page.notFound')}
      text={t('products.page.notFoundText')}
      actions={
        hasPermission(['LIST_SETTING']) && (
          <Button component={Link} href={lastListUrl(productListPath)}>
            {t('products.page.toList')}
          </Button>
        )
      }
    />
  );
}
