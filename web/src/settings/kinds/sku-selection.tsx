import { Button, Group, Select, Stack, Text } from '@mantine/core';
import {
  disabledHalves,
  type DisabledHalf,
  emptySkuSelection,
  type SkuSelection,
  splitSkus,
} from '@storeward/contract/settings/kinds/sku-selection';
import { type ReactNode, useState } from 'react';
import { useT } from '../../platform/i18n.ts';
import type { BadgeResult } from '../../products/badge-picker.tsx';
import type { NameNumberResult } from '../../products/name-number-picker.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { asObject, type ControlProps, defineView, orNotSet, type Translate } from './field-view.ts';

const BadgePicker = lazyComponent(async () => (await import('../../products/badge-picker.tsx')).BadgePicker);
const NameNumberPicker = lazyComponent(
  async () => (await import('../../products/name-number-picker.tsx')).NameNumberPicker,
);

const asSelection = (value: unknown): SkuSelection => ({ ...emptySkuSelection, ...asObject(value) });

/** The value with what the badge dialog returned: the one place where its spelling is converted. */
const withBadge = (value: SkuSelection, { SKU, badgeURL, logoURL }: BadgeResult): SkuSelection => ({
  ...value,
  SKU_selection: SKU.map((entry) => entry.SKU).join(','),
  isVat: Object.fromEntries(SKU.map((entry) => [entry.SKU, entry.isVat])),
  badgeUrl: badgeURL,
  logoUrl: logoURL,
});

/** The value with what the dialog for name and number returned. */
const withNameAndNumber = (value: SkuSelection, { nameSKU, numberSKU }: NameNumberResult): SkuSelection => ({
  ...value,
  name_SKU_selection: nameSKU ?? '',
  number_SKU_selection: numberSKU ?? '',
});

/** The SKUs of the badge, with the one that carries the VAT marked. */
const badgeText = ({ SKU_selection: list, isVat }: SkuSelection, t: Translate): string =>
  splitSkus(list)
    .map((sku) => (isVat[sku] ? t('settings.skuSelection.vat', { sku }) : sku))
    .join(', ');

const nameAndNumberText = (
  { name_SKU_selection: name, number_SKU_selection: number }: SkuSelection,
  t: Translate,
): string =>
  [
    name && t('settings.skuSelection.nameSku', { sku: name }),
    number && t('settings.skuSelection.numberSku', { sku: number }),
  ]
    .filter(Boolean)
    .join(', ');

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
      <Row
        label={t('settings.skuSelection.badge')}
        text={badgeText(selection, t)}
        error={
          parts.errors['SKU_selection'] ?? parts.errors['isVat'] ?? parts.errors['badgeUrl'] ?? parts.errors['logoUrl']
        }
        name={`${label}: ${t('settings.skuSelection.badge')}`}
        disabled={disabled}
        onOpen={() => setDialog('badge')}
      />
      <Row
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

type RowProps = {
  readonly label: string;
  readonly text: string;
  readonly error: ReactNode;
  readonly name: string;
  readonly disabled: boolean;
  readonly onOpen: () => void;
};

/** What one of the dialogs selected, and the button that opens it. */
function Row({ label, text, error, name, disabled, onOpen }: RowProps) {
  const t = useT();
  return (
    <div>
      <Text size="label" fw="var(--weight-medium)">
        {label}
      </Text>
      <Group gap="md" wrap="nowrap">
        <Text {...(!text && { c: 'dimmed' })} flex={{ base: 1, sm: '0 1 24rem' }} style={{ overflowWrap: 'anywhere' }}>
          {text || t('settings.value.notSet')}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={disabled}
          aria-label={`${name}: ${t('settings.skuSelection.select')}`}
          onClick={onOpen}
        >
          {t('settings.skuSelection.select')}
        </Button>
      </Group>
      {error}
    </div>
  );
}

export const skuSelectionView = defineView({
  Control: SkuSelectionControl,
  text: orNotSet((value, t) => {
    const selection = asSelection(value);
    return (
      [badgeText(selection, t), nameAndNumberText(selection, t)].filter(Boolean).join(' · ') ||
      t('settings.value.notSet')
    );
  }),
  initialValue: emptySkuSelection,
  namesInherited: false,
  isWide: true,
});
