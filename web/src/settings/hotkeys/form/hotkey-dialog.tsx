import { SimpleGrid, TextInput } from '@mantine/core';
import type { RowValues } from '@storeward/contract/settings/kinds/list';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../platform/text/i18n.ts';
import { ProductPicker } from '../../../products/product-picker.tsx';
import { productListQuery } from '../../../products/queries.ts';
import { Notice } from '../../../ui/page/notice.tsx';
import { valuesOfProduct } from '../engine/hotkey-values.ts';
import { HotkeyFrame, type HotkeyMode } from './hotkey-frame.tsx';
import { hasName, HotkeyLook } from './hotkey-look.tsx';
import { asText } from '../../../platform/text/loose-values.ts';

type Props = {
  readonly mode: HotkeyMode;
  readonly values: RowValues;
  readonly owner: string;
  readonly id: string;
  /** Without a result after cancelling. */
  readonly onClose: (values?: RowValues) => void;
};

const titles = {
  create: 'settings.hotkeys.create',
  edit: 'settings.hotkeys.edit',
  view: 'settings.hotkeys.view',
} as const;

/** Creates, edits or shows a hotkey: its product, found by SKU or by name, its display name and its thumbnail. */
export function HotkeyDialog({ mode, values: initial, owner, id, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [values, setValues] = useState(initial);
  const [typed, setTyped] = useState({ SKU: '', shortDescription: '' });
  const [missingSku, setMissingSku] = useState<string>();
  const [isUploading, setUploading] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const isView = mode === 'view';
  const sku = asText(values['SKU']);
  // a product that is searched for is not the one that would be saved
  const isSearching = Object.values(typed).some((text) => text.trim() !== '');

  /** Whether the catalogue still has the product; if the request fails, the hotkey is kept as it is. */
  async function isInCatalogue(): Promise<boolean> {
    const query = productListQuery({ SKU: sku, size: 1 });
    const found = await client.query({ ...query, staleTime: 0, meta: { quiet: true } }).catch(() => undefined);
    return found === undefined || found.result[0]?.SKU === sku;
  }

  async function save() {
    setChecking(true);
    const isThere = sku === initial['SKU'] || (await isInCatalogue());
    setChecking(false);
    if (!isThere) return setMissingSku(sku);
    onClose({ ...values, displayName: asText(values['displayName']).trim() });
  }

  const pickers = [
    { field: 'SKU', other: 'shortDescription', label: t('settings.hotkeys.searchSku') },
    { field: 'shortDescription', other: 'SKU', label: t('settings.hotkeys.searchName') },
  ] as const;
  return (
    <HotkeyFrame
      title={t(titles[mode])}
      mode={mode}
      isSavable={sku !== '' && sku !== missingSku && !isSearching && hasName(values)}
      isBusy={isUploading || isChecking}
      isChanged={!isView && (!sameValue(values, initial) || isSearching)}
      onSave={() => void save()}
      onCancel={() => onClose()}
    >
      <SimpleGrid autoFlow="auto-fit" minColWidth="min(14rem, 100%)" spacing="sm">
        {pickers.map(({ field, other, label }) => (
          <ProductPicker
            key={field}
            label={label}
            field={field}
            disabled={isView || typed[other].trim() !== ''}
            data-autofocus={(field === 'SKU' && !isView) || undefined}
            onType={(text) => setTyped((before) => ({ ...before, [field]: text }))}
            onChange={(product) => setValues((before) => ({ ...before, ...valuesOfProduct(product) }))}
          />
        ))}
      </SimpleGrid>
      {missingSku !== undefined && sku === missingSku && (
        <Notice tone="error" icon="alert" role="status">
          {t('settings.hotkeys.gone', { sku: missingSku })}
        </Notice>
      )}
      <TextInput label={t('settings.hotkeys.keys.SKU')} value={sku} readOnly disabled={isView} />
      <HotkeyLook values={values} owner={owner} id={id} disabled={isView} onChange={setValues} onBusy={setUploading} />
    </HotkeyFrame>
  );
}
