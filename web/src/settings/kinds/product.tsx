import { Stack } from '@mantine/core';
import { ProductPicker } from '../../products/product-picker.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { type ControlProps, defineView } from './field-view.ts';
import { OptionalTextControl } from './text.tsx';

/** A SKU, typed or chosen by the words of the product's name. */
function ProductControl(props: ControlProps) {
  const t = useT();
  return (
    <Stack gap={8}>
      <OptionalTextControl {...props} />
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
