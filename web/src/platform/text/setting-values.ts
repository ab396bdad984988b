import { isVideoAddress } from '@storeward/contract/media-types';
import {
  type ColumnField,
  type FieldKind,
  fieldKinds,
  type KindField,
} from '@storeward/contract/settings/kinds/registry';
import { emptySkuSelection, type SkuSelection, splitSkus } from '@storeward/contract/settings/kinds/sku-selection';
import { isIsoDate } from './date-input.ts';
import { referenceName } from './display-names.ts';
import { currentLanguage, formatDate, type t as translate } from './i18n.ts';
import { decimalText } from './decimal-text.ts';
import { asObject, asText, isUnset, textsOf } from './loose-values.ts';
import { choiceText } from './setting-labels.ts';
import { listText, namedByText } from './setting-lists.ts';

type Translate = typeof translate;

/** A value as one line of text, also if it is not set. */
type Text = (value: unknown, t: Translate, field: KindField) => string;

/** Adds the text of a value that is not set. */
const orNotSet =
  (text: Text): Text =>
  (value, t, field) =>
    isUnset(value) ? t('settings.value.notSet') : text(value, t, field);

const plainText = orNotSet((value) => fieldKinds.text.displayText(value) ?? '');

/** The SKUs of a badge; the one that VAT applies to is marked. */
export const badgeText = ({ SKU_selection: list, isVat }: SkuSelection, t: Translate): string =>
  splitSkus(list)
    .map((sku) => (isVat[sku] ? t('settings.skuSelection.vat', { sku }) : sku))
    .join(', ');

export const nameAndNumberText = (
  { name_SKU_selection: name, number_SKU_selection: number }: SkuSelection,
  t: Translate,
): string =>
  [
    name && t('settings.skuSelection.nameSku', { sku: name }),
    number && t('settings.skuSelection.numberSku', { sku: number }),
  ]
    .filter(Boolean)
    .join(', ');

export const asSelection = (value: unknown): SkuSelection => ({ ...emptySkuSelection, ...asObject(value) });

/** A choice by its phrase, or by its name in the reference list that it comes from. */
function chosenText(choice: string, { choicesFrom }: KindField, t: Translate): string {
  const name = choicesFrom && 'list' in choicesFrom && referenceName(choicesFrom.list, choice, currentLanguage());
  return name || choiceText(choice, t);
}

/** The display of every kind of field. */
const texts: Readonly<Record<FieldKind, Text>> = {
  text: plainText,
  switch: orNotSet((value, t) => t(value === true ? 'settings.value.on' : 'settings.value.off')),
  choice: orNotSet((value, t, field) =>
    typeof value === 'string' ? chosenText(value, field, t) : JSON.stringify(value),
  ),
  duration: plainText,
  colour: plainText,
  image: orNotSet((_, t) => t('settings.value.image')),
  group: plainText,
  secret: () => fieldKinds.secret.displayText(null) ?? '',
  multiline: orNotSet((value) => fieldKinds.multiline.displayText(value) ?? ''),
  number: orNotSet((value) => decimalText(String(value), currentLanguage())),
  'multi-choice': (value, t, field) =>
    textsOf(value)
      .map((choice) => chosenText(choice, field, t))
      .join(', ') || t('settings.value.notSet'),
  date: orNotSet((value) => (typeof value === 'string' && isIsoDate(value) ? formatDate(value) : String(value))),
  time: plainText,
  url: plainText,
  ipv4: plainText,
  list: orNotSet((value, t, field) => listText(value, t, field, valueText)),
  object: orNotSet((value, t, { properties = {} }) =>
    Object.entries(properties)
      .map(([name, property]) => valueText(property, asObject(value)[name] ?? property.defaultValue, t))
      .join(' · '),
  ),
  media: orNotSet((value, t) => {
    const { file, alt } = asObject(value);
    return asText(alt) || t(isVideoAddress(asText(file)) ? 'settings.value.video' : 'settings.value.image');
  }),
  product: orNotSet((value) => String(value)),
  'sku-selection': orNotSet((value, t) => {
    const selection = asSelection(value);
    return (
      [badgeText(selection, t), nameAndNumberText(selection, t)].filter(Boolean).join(' · ') ||
      t('settings.value.notSet')
    );
  }),
  hotkeys: orNotSet((value, t, field) => listText(value, t, namedByText(field), valueText)),
};

/** A setting's value as display text. */
export const valueText = (field: KindField, value: unknown, t: Translate): string => texts[field.kind](value, t, field);

/** The value of a row in one column as text; of a row without a value the default of the column. */
export const cellText = (column: ColumnField, value: unknown, t: Translate): string =>
  valueText(column, value ?? column.defaultValue, t);
