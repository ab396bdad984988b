import { Box, Button, Flex, Group, Radio, Stack, Table, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import {
  BadgeImageUrl,
  maxSelectedSkus,
  type SkuSelection,
  splitSkus,
} from '@storeward/contract/settings/kinds/sku-selection';
import type { Garment } from '@storeward/contract/settings/sections/garment';
import type { ProductRow } from '@storeward/contract/products';
import { useRef, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Muted } from '../../ui/muted.tsx';
import { BadgeImageField } from './badge-field.tsx';
import { useChosenProducts } from './chosen-products.ts';
import { ProductImage } from '../product-image.tsx';
import { ProductResults } from '../list/product-results.tsx';
import { useProductSearch } from '../product-search.ts';
import { SkuDialog, SkuNote } from './sku-dialog.tsx';
import classes from './sku-dialog.module.css';

/** The values that the dialog is opened with. */
export type BadgeRow = Pick<SkuSelection, 'SKU_selection' | 'isVat' | 'badgeUrl' | 'logoUrl'>;

/** The result of the dialog. */
export type BadgeResult = {
  readonly SKU: readonly { readonly SKU: string; readonly isVat: boolean }[];
  readonly badgeURL: string;
  readonly logoURL: string;
};

type Props = {
  readonly garment: Garment;
  readonly rowdata: BadgeRow;
  /** Called without a result if the dialog was cancelled. */
  readonly onClose: (result?: BadgeResult) => void;
};

/** Selects the SKUs of a badge, the one of them that VAT applies to, and the images of badge and logo. */
export function BadgePicker({ garment, rowdata, onClose }: Props) {
  const t = useT();
  const search = useProductSearch(['SKU']);
  const searchField = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState(() =>
    splitSkus(rowdata.SKU_selection).map((sku) => ({ SKU: sku, isVat: rowdata.isVat[sku] ?? false })),
  );
  const [badgeURL, setBadgeUrl] = useState(rowdata.badgeUrl);
  const [logoURL, setLogoUrl] = useState(rowdata.logoUrl);
  const [uploads, setUploads] = useState(0);
  const products = useChosenProducts(selected.map(({ SKU }) => SKU));
  const isFull = selected.length >= maxSelectedSkus;
  const isVatMissing = isFull && !selected.some(({ isVat }) => isVat);
  const [isBadgeValid, isLogoValid] = [badgeURL, logoURL].map((url) => BadgeImageUrl.safeParse(url).success) as [
    boolean,
    boolean,
  ];
  const isComplete = selected.length > 0 && !isVatMissing && isBadgeValid && isLogoValid && uploads === 0;
  const isChanged =
    selected.map(({ SKU }) => SKU).join(',') !== splitSkus(rowdata.SKU_selection).join(',') ||
    selected.some(({ SKU, isVat }) => isVat !== (rowdata.isVat[SKU] ?? false)) ||
    badgeURL !== rowdata.badgeUrl ||
    logoURL !== rowdata.logoUrl;
  const countUploads = (busy: boolean) => setUploads((count) => count + (busy ? 1 : -1));
  const isYesNo = garment.garment === 'shorts';

  function addButton({ SKU }: ProductRow) {
    const isSelected = selected.some((entry) => entry.SKU === SKU);
    // the selection is stored as a text with commas between the SKUs
    const isAmbiguous = SKU.includes(',');
    const isOff = isSelected || isFull || isAmbiguous;
    // the button keeps the focus when it becomes inactive, which a disabled one would lose
    return (
      <Button
        size="xs"
        variant={isSelected ? 'subtle' : 'default'}
        leftSection={isSelected ? <Icon name="check" size={16} /> : undefined}
        {...(isOff && { 'data-disabled': true })}
        aria-disabled={isOff}
        {...(isAmbiguous && { title: t('products.badge.comma') })}
        aria-label={t(isSelected ? 'products.badge.addedProduct' : 'products.badge.addProduct', { sku: SKU })}
        onClick={() => !isOff && setSelected((before) => [...before, { SKU, isVat: false }])}
      >
        {t(isSelected ? 'products.badge.added' : 'products.badge.add')}
      </Button>
    );
  }

  return (
    <SkuDialog
      title={t('products.badge.title')}
      garment={garment}
      labels={{
        confirm: t(isYesNo ? 'ui.action.yes' : 'ui.action.ok'),
        cancel: t(isYesNo ? 'ui.action.no' : 'ui.action.cancel'),
      }}
      isComplete={isComplete}
      isChanged={isChanged}
      onCancel={() => onClose()}
      onConfirm={() => onClose({ SKU: selected, badgeURL, logoURL })}
      notes={
        <>
          <SkuNote>{t('products.badge.noteMaximum')}</SkuNote>
          <SkuNote isError={isVatMissing}>
            {isVatMissing && <Icon name="alert" size={14} />}
            {t('products.badge.noteVat')}
          </SkuNote>
          <SkuNote>{t('products.badge.noteSize')}</SkuNote>
          <SkuNote>{t('products.badge.noteRatio')}</SkuNote>
        </>
      }
    >
      <section className={classes.half} aria-label={t('products.badge.results')}>
        <Box px={24} pt={16} pb="sm">
          <TextInput
            ref={searchField}
            data-autofocus
            label={t('products.badge.filterBySku')}
            placeholder={t('products.results.minSku')}
            leftSection={<Icon name="search" size={16} />}
            value={search.texts.SKU ?? ''}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => search.setText('SKU', currentTarget.value)}
          />
        </Box>
        <ProductResults
          label={t('products.badge.results')}
          search={search}
          action={{ header: t('products.badge.add'), isHidden: true, cell: addButton }}
        />
      </section>
      <section className={classes.half} aria-label={t('products.badge.selected')}>
        <Group justify="space-between" px={24} pt={16}>
          <Title order={3}>{t('products.badge.selected')}</Title>
          <Text span size="label" c="dimmed">
            {t('products.badge.selectedOf', {
              shown: formatNumber(selected.length),
              most: formatNumber(maxSelectedSkus),
            })}
          </Text>
        </Group>
        {selected.length > 0 && (
          <Radio.Group
            aria-label={t('products.badge.vat')}
            value={selected.find(({ isVat }) => isVat)?.SKU ?? ''}
            onChange={(sku) => setSelected((before) => before.map(({ SKU }) => ({ SKU, isVat: SKU === sku })))}
          >
            <Table className={classes.selected ?? ''} mt="sm" layout="fixed" aria-label={t('products.badge.selected')}>
              <colgroup>
                <col />
                <Box component="col" w="4rem" />
                <Box component="col" w="4rem" />
              </colgroup>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">
                    {t('products.results.sku')} · {t('products.results.name')}
                  </Table.Th>
                  <Table.Th scope="col" ta="center">
                    {t('products.badge.vat')}
                  </Table.Th>
                  <Table.Th scope="col">
                    <VisuallyHidden>{t('products.badge.remove')}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {products.map(({ sku, product, hasFailed }) => (
                  <Table.Tr key={sku}>
                    <Table.Td>
                      <Flex gap={12} wrap={{ base: 'wrap', xs: 'nowrap' }} align="flex-start">
                        <ProductImage imageUrls={product?.imageUrls ?? []} isLarge />
                        <Stack component="span" gap={2} miw={0} pt={4}>
                          <Muted>{sku}</Muted>
                          <Text span fw="var(--weight-medium)">
                            {hasFailed && t('products.results.failed')}
                            {product === null ? t('products.badge.gone') : product?.name}
                          </Text>
                          <Text span c="dimmed" lineClamp={3}>
                            {product?.description}
                          </Text>
                        </Stack>
                      </Flex>
                    </Table.Td>
                    <Table.Td ta="center">
                      <Radio
                        value={sku}
                        aria-label={t('products.badge.vatOf', { sku })}
                        styles={{ body: { justifyContent: 'center' } }}
                      />
                    </Table.Td>
                    <Table.Td ta="end">
                      <IconButton
                        icon="trash"
                        label={t('products.badge.removeProduct', { sku })}
                        onClick={() => {
                          setSelected((before) => before.filter(({ SKU }) => SKU !== sku));
                          searchField.current?.focus();
                        }}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Radio.Group>
        )}
        {selected.length === 0 && (
          <Text size="label" c="dimmed" px={24} py={16}>
            {t('products.badge.none')}
          </Text>
        )}
        <Stack gap="sm" px={24} pt={16} pb={24}>
          <BadgeImageField
            label={t('products.badge.badgeUrl')}
            url={badgeURL}
            isValid={isBadgeValid}
            disabled={false}
            onChange={setBadgeUrl}
            onBusy={countUploads}
          />
          <BadgeImageField
            label={t('products.badge.logoUrl')}
            url={logoURL}
            isValid={isLogoValid}
            disabled={false}
            onChange={setLogoUrl}
            onBusy={countUploads}
          />
        </Stack>
      </section>
    </SkuDialog>
  );
}
