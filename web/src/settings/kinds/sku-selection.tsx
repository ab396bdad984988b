import { Select, Stack } from '@mantine/core';
import {
  disabledHalves,
  type DisabledHalf,
  emptySkuSelection,
  type SkuSelection,
} from '@storeward/contract/settings/kinds/sku-selection';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import type { BadgeResult } from '../../products/sku/badge-picker.tsx';
import type { NameNumberResult } from '../../products/sku/name-number-picker.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { type ControlProps, defineView } from './field-view.ts';
import { SelectionRow } from './list/selection-row.tsx';
import { asSelection, badgeText, nameAndNumberText } from '../../platform/text/setting-values.ts';

const BadgePicker = lazyComponent(async () => (await import('../../products/sku/badge-picker.tsx')).BadgePicker);
const NameNumberPicker = lazyComponent(
  async () => (await import('../../products/sku/name-number-picker.tsx')).NameNumberPicker,
);

/** The value with the result of the badge dialog; property names are converted only here. */
const withBadge = (value: SkuSelection, { SKU, badgeURL, logoURL }: BadgeResult): SkuSelection => ({
  ...value,
  SKU_selection: SKU.map((entry) => entry.SKU).join(','),
  isVat: Object.fromEntries(SKU.map((entry) => [entry.SKU, entry.isVat])),
  badgeUrl: badgeURL,
  logoUrl: logoURL,
});

/** The value with the result of the dialog for name and number. */
const withNameAndNumber = (value: SkuSelection, { nameSKU, numberSKU }: NameNumberResult): SkuSelection => ({
  ...value,
  name_SKU_selection: nameSKU ?? '',
  number_SKU_selection: numberSKU ?? '',
});

function SkuSelectionControl({ definition, label, value, error, disabled, parts, onChange }: ControlProps) {
  const t = useT();
  const selection = asSelection(value);
  const [dialog, setDialog] = useState<'badge' | 'nameNumber'>();
  const { garment } = definition;
  const halves: Readonly<Record<DisabledHalf, string>> = {
    '': t('settings.skuSelection.both'),
    name: t('settings.skuSelection.onlyNumber'),
    number: t('settings.skuSelection.onlyName'),
  };
  if (!garment) return null;
  return (
    <Stack gap="sm">
      <SelectionRow
        label={t('settings.skuSelection.badge')}
        text={badgeText(selection, t)}
        error={
          parts.errors['SKU_selection'] ?? parts.errors['isVat'] ?? parts.errors['badgeUrl'] ?? parts.errors['logoUrl']
        }
        name={`${label}: ${t('settings.skuSelection.badge')}`}
        disabled={disabled}
        onOpen={() => setDialog('badge')}
      />
      <SelectionRow
        label={t('settings.skuSelection.nameAndNumber')}
        text={nameAndNumberText(selection, t)}
        error={parts.errors['name_SKU_selection']}
        name={`${label}: ${t('settings.skuSelection.nameAndNumber')}`}
        disabled={disabled}
        onOpen={() => setDialog('nameNumber')}
      />
      <Select
        label={t('settings.skuSelection.needed')}
        w={{ base: '100%', sm: '14rem' }}
        data={disabledHalves.map((half) => ({ value: half || 'none', label: halves[half] }))}
        value={selection.disable_for || 'none'}
        allowDeselect={false}
        disabled={disabled}
        onChange={(half) => {
          const disabledHalf = disabledHalves.find((candidate) => candidate === half) ?? '';
          onChange({
            ...selection,
            disable_for: disabledHalf,
            ...(disabledHalf === 'name' && { name_SKU_selection: '' }),
            ...(disabledHalf === 'number' && { number_SKU_selection: '' }),
          });
        }}
      />
      {error}
      {dialog === 'badge' && (
        <BadgePicker
          garment={garment}
          rowdata={selection}
          onClose={(result) => {
            setDialog(undefined);
            if (result) onChange(withBadge(selection, result));
          }}
        />
      )}
      {dialog === 'nameNumber' && (
        <NameNumberPicker
          garment={garment}
          rowdata={selection}
          onClose={(result) => {
            setDialog(undefined);
            if (result) onChange(withNameAndNumber(selection, result));
          }}
        />
      )}
    </Stack>
  );
}

export const skuSelectionView = defineView({
  Control: SkuSelectionControl,
  initialValue: emptySkuSelection,
  namesInherited: false,
  isWide: true,
});
