import { Box, Flex, Loader, Radio, SimpleGrid, TextInput, Title } from '@mantine/core';
import { isNameAndNumberComplete, type SkuSelection } from '@storeward/contract/settings/kinds/sku-selection';
import { productSearch } from '@storeward/contract/limits';
import type { ProductRow } from '@storeward/contract/products';
import type { Garment } from '@storeward/contract/settings/sections/garment';
import { useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { type ChosenProduct, useChosenProducts } from './chosen-products.ts';
import { productName } from '../product-name.ts';
import { ProductResults } from '../list/product-results.tsx';
import { type SearchField, useProductSearch } from '../product-search.ts';
import { SkuDialog } from './sku-dialog.tsx';
import classes from './sku-dialog.module.css';

/** The values that the dialog is opened with. */
export type NameNumberRow = Pick<SkuSelection, 'name_SKU_selection' | 'number_SKU_selection' | 'disable_for'>;

/** The result of the dialog; `SKU` is that of the number, null without one. */
export type NameNumberResult = {
  readonly SKU: string | null;
  readonly nameSKU: string | null;
  readonly numberSKU: string | null;
};

type Props = {
  readonly garment: Garment;
  readonly rowdata: NameNumberRow;
  /** Called without a result if the dialog was cancelled. */
  readonly onClose: (result?: NameNumberResult) => void;
};

/** Selects the product for a name and that for a number. */
export function NameNumberPicker({ garment, rowdata, onClose }: Props) {
  const t = useT();
  const { disable_for } = rowdata;
  const [nameSKU, setNameSku] = useState(disable_for === 'name' ? '' : rowdata.name_SKU_selection);
  const [numberSKU, setNumberSku] = useState(disable_for === 'number' ? '' : rowdata.number_SKU_selection);
  const [name, number] = useChosenProducts([nameSKU, numberSKU]);
  const isComplete = isNameAndNumberComplete({
    name_SKU_selection: nameSKU,
    number_SKU_selection: numberSKU,
    disable_for,
  });
  return (
    <SkuDialog
      title={t('products.nameNumber.title')}
      garment={garment}
      labels={{ confirm: t('ui.action.ok'), cancel: t('ui.action.cancel') }}
      isComplete={isComplete}
      isChanged={nameSKU !== rowdata.name_SKU_selection || numberSKU !== rowdata.number_SKU_selection}
      onCancel={() => onClose()}
      onConfirm={() => onClose({ SKU: numberSKU || null, nameSKU: nameSKU || null, numberSKU: numberSKU || null })}
      message={
        disable_for === '' &&
        !isComplete && (
          <Flex component="span" align="center" gap={6} c="danger" fw="var(--weight-medium)">
            <Icon name="alert" size={14} />
            {errorMessage('field.nameAndNumberRequired')}
          </Flex>
        )
      }
    >
      {disable_for !== 'name' && <Half kind="name" chosen={name!} isFirst onChoose={setNameSku} />}
      {disable_for !== 'number' && (
        <Half kind="number" chosen={number!} isFirst={disable_for === 'name'} onChoose={setNumberSku} />
      )}
    </SkuDialog>
  );
}

type HalfProps = {
  readonly kind: 'name' | 'number';
  readonly chosen: ChosenProduct;
  readonly isFirst: boolean;
  readonly onChoose: (sku: string) => void;
};

/** The search for one of the two products. */
function Half({ kind, chosen, isFirst, onChoose }: HalfProps) {
  const t = useT();
  const search = useProductSearch(['SKU', 'shortDescription'], { limit: productSearch.limit });
  const title = t(`products.nameNumber.${kind}`);
  const isChosenHidden = chosen.sku !== '' && !search.rows?.some(({ SKU }) => SKU === chosen.sku);
  const textField = (field: SearchField, label: string, placeholder: string) => (
    <TextInput
      data-autofocus={(isFirst && field === 'SKU') || undefined}
      label={label}
      aria-label={`${title}: ${label}`}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={16} />}
      rightSection={search.isSearching && search.texts[field]?.trim() ? <Loader size={16} /> : undefined}
      value={search.texts[field] ?? ''}
      maxLength={128}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => search.setText(field, currentTarget.value)}
    />
  );
  const radioOf = ({ SKU }: ProductRow) => (
    <Radio
      value={SKU}
      aria-label={t('products.nameNumber.choose', { sku: SKU })}
      styles={{ body: { justifyContent: 'center' } }}
    />
  );
  return (
    <section className={classes.half} aria-label={title}>
      <Title order={3} px={24} pt={16}>
        {title}
      </Title>
      <SimpleGrid autoFlow="auto-fit" minColWidth="min(11rem, 100%)" spacing="sm" px={24} pt={16} pb="sm">
        {textField('SKU', t('products.nameNumber.byId'), t('products.results.minSku'))}
        {textField('shortDescription', t('products.nameNumber.byName'), t('products.results.minName'))}
      </SimpleGrid>
      <Radio.Group aria-label={title} value={chosen.sku} onChange={onChoose}>
        <ProductResults
          label={t(`products.nameNumber.${kind}Results`)}
          search={search}
          action={{
            header: t('products.nameNumber.select'),
            cell: radioOf,
          }}
        />
        {isChosenHidden && (
          <Box className={lines.above} px={24} py={12}>
            <Radio
              value={chosen.sku}
              label={t('products.nameNumber.chosen', {
                sku: chosen.sku,
                name:
                  chosen.product === null
                    ? t('products.badge.gone')
                    : chosen.product
                      ? productName(chosen.product)
                      : t(chosen.hasFailed ? 'products.results.failed' : 'ui.state.loading'),
              })}
            />
          </Box>
        )}
      </Radio.Group>
    </section>
  );
}
