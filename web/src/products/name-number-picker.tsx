import { Loader, Radio, TextInput } from '@mantine/core';
import { isNameAndNumberComplete, type SkuSelection } from '@storeward/contract/settings/kinds/sku-selection';
import { productSearch } from '@storeward/contract/limits';
import type { ProductRow } from '@storeward/contract/products';
import type { Garment } from '@storeward/contract/settings/garment';
import { useState } from 'react';
import { errorMessage, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { type ChosenProduct, useChosenProducts } from './chosen-products.ts';
import { productName } from './product-name.ts';
import { ProductResults } from './product-results.tsx';
import { type SearchField, useProductSearch } from './product-search.ts';
import { SkuDialog } from './sku-dialog.tsx';
import classes from './sku-dialog.module.css';

/** What the dialog is opened with. */
export type NameNumberRow = Pick<SkuSelection, 'name_SKU_selection' | 'number_SKU_selection' | 'disable_for'>;

/** What the dialog returns; `SKU` is that of the number, and null without one. */
export type NameNumberResult = {
  readonly SKU: string | null;
  readonly nameSKU: string | null;
  readonly numberSKU: string | null;
};

type Props = {
  readonly garment: Garment;
  readonly rowdata: NameNumberRow;
  /** Without a result the dialog changes nothing. */
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
          <span className={classes.blocked}>
            <Icon name="alert" size={14} />
            {errorMessage('field.nameAndNumberRequired')}
          </span>
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
      classNames={{ body: classes.radio ?? '' }}
    />
  );
  return (
    <section className={classes.half} aria-label={title}>
      <h3 className={classes.halfTitle}>{title}</h3>
      <div className={classes.searches}>
        {textField('SKU', t('products.nameNumber.byId'), t('products.results.minSku'))}
        {textField('shortDescription', t('products.nameNumber.byName'), t('products.results.minName'))}
      </div>
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
          <div className={classes.chosen}>
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
          </div>
        )}
      </Radio.Group>
    </section>
  );
}
