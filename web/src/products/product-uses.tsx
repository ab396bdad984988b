import '@mantine/core/styles/List.layer.css';
import { List, Skeleton, Stack, Text } from '@mantine/core';
import type { ProductId, ProductUses } from '@storeward/contract/products';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { productUsesQuery } from './queries.ts';

type Props = { ids: readonly ProductId[] };

/** The settings that use products; loaded when shown, so that a confirmation is up to date. */
export function ProductUsesText({ ids }: Props) {
  const t = useT();
  const { data, error } = useQuery({ ...productUsesQuery(ids), meta: { quiet: true } });
  if (error) return <Text role="status">{t('products.uses.failed')}</Text>;
  if (!data) return <Skeleton height={20} width="60%" />;
  if (data.total === 0) return <Text role="status">{t('products.uses.none', { count: ids.length })}</Text>;
  return (
    <Stack gap={6} role="status">
      <Text>{t('products.uses.told', { count: data.total, shown: formatNumber(data.total) })}</Text>
      <UseList uses={data} withSku={ids.length > 1} />
    </Stack>
  );
}

function UseList({ uses: { uses, total }, withSku }: { uses: ProductUses; withSku: boolean }) {
  const t = useT();
  return (
    <List size="sm" spacing={4}>
      {uses.map(({ SKU, section, node }) => (
        <List.Item key={`${SKU} ${section} ${node.id}`}>
          {[withSku && SKU, sectionLabel(section as Parameters<typeof sectionLabel>[0], t), node.name]
            .filter(Boolean)
            .join(' · ')}
        </List.Item>
      ))}
      {total > uses.length && (
        <List.Item>{t('products.uses.more', { shown: formatNumber(total - uses.length) })}</List.Item>
      )}
    </List>
  );
}

/** The part of a product's page that shows where it is used. */
export function ProductUsesSection({ id }: { id: ProductId }) {
  const t = useT();
  return (
    <FormSection title={t('products.uses.title')} text={t('products.uses.text')}>
      <FullWidth>
        <ProductUsesText ids={[id]} />
      </FullWidth>
    </FormSection>
  );
}
