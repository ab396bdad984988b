import * as z from 'zod/mini';
import { text } from '../../fields.ts';
import { type ImageRule, portraitRatio } from '../../media-types.ts';
import { defineKind, unlessRequired } from './field-kind.ts';
import { parseJson } from './text-cell.ts';

/** The largest number of SKUs of a badge. */
export const maxSelectedSkus = 2;

/** The part, name or number, that an entry does not need; empty if it needs both. */
export const disabledHalves = ['', 'name', 'number'] as const;
export type DisabledHalf = (typeof disabledHalves)[number];

const Sku = text(64);

/** The shape of uploaded badges and logos. */
export const badgeImage: ImageRule = { ratio: portraitRatio, minWidth: 1 };

/** An uploaded image, or the address of one elsewhere; empty without an image. */
export const BadgeImageUrl = text(2048).check(
  z.refine(
    (url) => url === '' || /^\/files\/[0-9a-f-]{36}\/[\w./-]{1,200}$/.test(url) || isWebAddress(url),
    'field.httpAddress',
  ),
);

const isWebAddress = (text: string) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

/** The SKUs of a comma-separated text. */
export const splitSkus = (list: string): string[] =>
  list
    .split(',')
    .map((sku) => sku.trim())
    .filter((sku) => sku !== '');

/**
 * The products of a badge, and those for name and number, as tills read them: `SKU_selection` separates SKUs by commas,
 * `isVat` states for each SKU whether VAT applies to it. `disable_for` names the part that is not needed.
 */
const SkuSelectionValue = z.object(
  {
    SKU_selection: z.prefault(text(64 * maxSelectedSkus + 1), ''),
    isVat: z.prefault(z.record(z.string(), z.boolean('field.invalid')), {}),
    badgeUrl: z.prefault(BadgeImageUrl, ''),
    logoUrl: z.prefault(BadgeImageUrl, ''),
    name_SKU_selection: z.prefault(Sku, ''),
    number_SKU_selection: z.prefault(Sku, ''),
    disable_for: z.prefault(z.enum(disabledHalves, 'field.invalid'), ''),
  },
  { error: ({ input }) => (input === null ? 'field.required' : 'field.invalid') },
);
export type SkuSelection = z.infer<typeof SkuSelectionValue>;

export const emptySkuSelection: SkuSelection = SkuSelectionValue.parse({});

/** Whether as many products are chosen for name and number as the entry needs, or none at all. */
export function isNameAndNumberComplete({
  name_SKU_selection: name,
  number_SKU_selection: number,
  disable_for: disabled,
}: Pick<SkuSelection, 'name_SKU_selection' | 'number_SKU_selection' | 'disable_for'>): boolean {
  return (disabled === 'name' || name !== '') && (disabled === 'number' || number !== '');
}

/** Stores SKUs in canonical spelling, with a VAT flag for exactly these SKUs. */
function canonical(value: SkuSelection): SkuSelection {
  const skus = [...new Set(splitSkus(value.SKU_selection))];
  return {
    ...value,
    SKU_selection: skus.join(','),
    isVat: Object.fromEntries(skus.map((sku) => [sku, value.isVat[sku] ?? false])),
    name_SKU_selection: value.disable_for === 'name' ? '' : value.name_SKU_selection,
    number_SKU_selection: value.disable_for === 'number' ? '' : value.number_SKU_selection,
  };
}

const SkuSelection = SkuSelectionValue.check(
  z.overwrite(canonical),
  z.refine(({ SKU_selection: list }) => splitSkus(list).length <= maxSelectedSkus, {
    error: 'field.maxTwoSkus',
    path: ['SKU_selection'],
    abort: true,
  }),
  z.refine(
    ({ SKU_selection: list, isVat }) => {
      const marked = Object.values(isVat).filter(Boolean).length;
      return splitSkus(list).length < maxSelectedSkus ? marked <= 1 : marked === 1;
    },
    { error: 'field.vatSkuRequired', path: ['isVat'] },
  ),
  z.refine(
    (value) => (value.name_SKU_selection === '' && value.number_SKU_selection === '') || isNameAndNumberComplete(value),
    { error: 'field.nameAndNumberRequired', path: ['name_SKU_selection'] },
  ),
);

/** Products of the catalogue that a till sells together: a badge, and name and number. */
export const skuSelectionKind = defineKind({
  schema: (options) => unlessRequired(options, SkuSelection),
  namesParts: true,
  toCell: (value) => JSON.stringify(value),
  fromCell: (cell) => (cell.startsWith('{') ? parseJson(cell) : cell),
  displayText: () => undefined,
  filesOf: (value) => {
    const { data } = SkuSelectionValue.safeParse(value);
    if (!data) return [];
    return (['badgeUrl', 'logoUrl'] as const)
      .map((path) => ({ path, address: data[path] }))
      .filter(({ address }) => address.startsWith('/files/'));
  },
  productsOf: (value) => {
    const { data } = SkuSelectionValue.safeParse(value);
    if (!data) return [];
    const { SKU_selection: list, name_SKU_selection: name, number_SKU_selection: number } = data;
    return [...new Set([...splitSkus(list), name, number].filter((sku) => sku !== ''))];
  },
});
