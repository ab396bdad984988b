import { Group, Image } from '@mantine/core';
import type { Product } from '@storeward/contract/products';
import { languageName } from '../platform/text/display-names.ts';
import { formatDateTime, useLanguage, useT } from '../platform/text/i18n.ts';
import { Details } from '../ui/page/details.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Muted } from '../ui/muted.tsx';
import { Tag } from '../ui/tag.tsx';
import { useKindLabel } from './product-descriptions.tsx';
import { moneyText } from '../platform/text/decimal-text.ts';
import { ProductStatus } from './product-status.tsx';
import { ProductUsesSection } from './product-uses.tsx';

/** Read-only view of a product. */
export function ProductView({ product }: { product: Product }) {
  const t = useT();
  const [language] = useLanguage();
  const kindLabel = useKindLabel();
  const { SKU, descriptions, price, vatClass, tags, status, imageUrls, sameSku, createdDate, updatedDate } = product;
  const unset = <Muted>{t('products.field.unset')}</Muted>;
  return (
    <>
      <FormSection title={t('products.section.details')} text={t('products.section.detailsText')}>
        <FullWidth>
          <Details
            rows={[
              {
                label: t('products.field.sku'),
                value: (
                  <Group gap={8}>
                    {SKU}
                    {sameSku && <Tag tone="warn">{t('products.field.sameSku')}</Tag>}
                  </Group>
                ),
              },
              ...descriptions.map((description) => ({
                label: description.language
                  ? `${kindLabel(description.name)} · ${languageName(description.language, language)}`
                  : kindLabel(description.name),
                value: description.value,
              })),
              { label: t('products.field.price'), value: moneyText(price, language) || unset },
              { label: t('products.field.vatClass'), value: vatClass ? t(`products.vat.${vatClass}`) : unset },
              { label: t('products.field.tags'), value: tags.join(', ') || unset },
              { label: t('products.field.status'), value: <ProductStatus status={status} /> },
              { label: t('products.field.created'), value: formatDateTime(createdDate) },
              { label: t('products.field.changed'), value: formatDateTime(updatedDate) },
            ]}
          />
        </FullWidth>
      </FormSection>
      <FormSection
        title={t('products.section.images')}
        text={t('products.count.images', { count: imageUrls.length, shown: String(imageUrls.length) })}
      >
        <FullWidth>
          <Group gap={12}>
            {imageUrls.map((url, index) => (
              <Image
                key={url}
                src={url}
                alt={t('products.text.image', { number: String(index + 1) })}
                w="var(--product-image)"
                h="var(--product-image)"
                fit="contain"
                radius="sm"
                bd="1px solid var(--line)"
              />
            ))}
          </Group>
        </FullWidth>
      </FormSection>
      <ProductUsesSection id={product.id} />
    </>
  );
}
