import { Box, NativeSelect, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { vatClasses } from '@storeward/contract/products';
import { currencyCodes } from '@storeward/contract/reference/currencies';
import type { ProductInput } from '@storeward/contract/products';
import type { KeyboardEvent } from 'react';
import { ImagePicker } from '../files/image-picker.tsx';
import { uploadImage } from '../files/queries.ts';
import { useT } from '../platform/text/i18n.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';
import { ProductDescriptions } from './product-descriptions.tsx';
import { productLabel, type ProductFormValues } from './product-fields.ts';

const maxImages = 12;

/** A barcode scanner ends the SKU with Enter, which must not save a product that has nothing else yet. */
function focusNextOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.elements ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next instanceof HTMLElement) next.focus();
}

/** Fields of a product: SKU, texts, price, VAT class, tags, status and images. */
export function ProductFields({ form: untypedForm }: { form: object }) {
  const t = useT();
  const form = untypedForm as SchemaForm<ProductFormValues, ProductInput>;
  const { descriptions, price, imageUrls, vatClass, tags, status } = form.values;
  const slots = imageUrls.length < maxImages ? [...imageUrls, null] : imageUrls;
  return (
    <>
      <FormSection title={t('products.section.details')} text={t('products.section.detailsText')}>
        <TextInput
          label={productLabel('SKU', t)}
          autoComplete="off"
          maxLength={64}
          onKeyDown={focusNextOnEnter}
          {...form.getInputProps('SKU')}
        />
        <Switch
          label={t('products.field.enabled')}
          checked={status}
          onChange={(event) => form.setFieldValue('status', event.currentTarget.checked)}
        />
        <FullWidth>
          <Text size="label" fw="var(--weight-medium)" mb={6}>
            {productLabel('descriptions', t)}
          </Text>
          <ProductDescriptions
            value={descriptions}
            error={
              form.errors['descriptions'] && (
                <Text size="xs" c="danger" role="alert" mb={8}>
                  {form.errors['descriptions']}
                </Text>
              )
            }
            textError={(index) => form.errors[`descriptions.${index}.value`]}
            onChange={(changed) => {
              form.clearFieldError('descriptions');
              form.setFieldValue('descriptions', changed);
            }}
          />
        </FullWidth>
      </FormSection>
      <FormSection title={t('products.section.price')} text={t('products.section.priceText')}>
        <TextInput
          label={productLabel('price', t)}
          autoComplete="off"
          inputMode="decimal"
          maxLength={32}
          value={price.amount}
          error={form.errors['price.amount'] ?? form.errors['price']}
          onChange={(event) => form.setFieldValue('price', { ...price, amount: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('products.field.currency')}
          data={[...currencyCodes]}
          value={price.currency}
          onChange={(event) => form.setFieldValue('price', { ...price, currency: event.currentTarget.value })}
        />
        <NativeSelect
          label={productLabel('vatClass', t)}
          data={[
            { value: '', label: t('products.vat.none') },
            ...vatClasses.map((value) => ({ value, label: t(`products.vat.${value}`) })),
          ]}
          value={vatClass}
          onChange={(event) => form.setFieldValue('vatClass', event.currentTarget.value)}
        />
        <TagsInput
          label={productLabel('tags', t)}
          description={t('products.field.tagsHint')}
          maxTags={20}
          maxLength={32}
          value={tags}
          error={form.errors['tags']}
          onChange={(changed) => form.setFieldValue('tags', changed)}
        />
      </FormSection>
      <FormSection title={t('products.section.images')} text={t('products.section.imagesText')}>
        <FullWidth>
          {form.errors['imageUrls']}
          {slots.map((url, index) => (
            <Box key={url ?? 'new'} mb={12}>
              <ImagePicker
                label={t('products.text.image', { number: String(index + 1) })}
                value={url}
                upload={(file) => uploadImage(file)}
                onChange={(address) =>
                  form.setFieldValue(
                    'imageUrls',
                    [...imageUrls.slice(0, index), address, ...imageUrls.slice(index + 1)].filter(
                      (item) => item !== null,
                    ),
                  )
                }
              />
            </Box>
          ))}
        </FullWidth>
      </FormSection>
    </>
  );
}
