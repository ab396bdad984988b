import { Stack } from '@mantine/core';
import { productSearch } from '@storeward/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { asText } from '../../platform/text/loose-values.ts';
import { ProductPicker } from '../../products/product-picker.tsx';
import { productListQuery } from '../../products/queries.ts';
import { useEnterChoice, useQueuedEnter } from '../../records/queued-enter.ts';
import { type ControlProps, defineView } from './field-view.ts';
import { TextControl } from './text.tsx';

/** A SKU, typed or chosen by the words of the product's name. Enter writes it as the product with this SKU does. */
function ProductControl(props: ControlProps) {
  const t = useT();
  const enter = useQueuedEnter(asText(props.value).trim(), productSearch.pauseMs);
  const { data, isError } = useQuery({
    ...productListQuery({ SKU: enter.search, size: productSearch.limit }),
    enabled: enter.waiting.length > 0,
    meta: { quiet: true },
  });
  useEnterChoice(enter, {
    found: data?.result,
    isFailed: isError,
    codesOf: ({ SKU }) => [SKU],
    isMeant: () => false,
    onChoose: ({ SKU }) => props.onChange(SKU),
  });

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    // the Enter of a barcode scanner must not save the form around the SKU
    event.preventDefault();
    if (enter.text !== '') enter.press(event.currentTarget);
  }

  return (
    <Stack gap={8}>
      <TextControl {...props} emptyValue={null} onKeyDown={onKeyDown} />
      {!props.disabled && (
        <ProductPicker label={t('settings.value.findProduct')} onChange={({ SKU }) => props.onChange(SKU)} />
      )}
    </Stack>
  );
}

export const productView = defineView({
  Control: ProductControl,
  initialValue: null,
});
