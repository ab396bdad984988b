import { readFileSync } from 'node:fs';
import { type ProductFields } from '../../api/src/products/product-mapper.ts';
import { productColumnsOf } from '../../api/src/products/write-queries.ts';
import type { Random } from './random.ts';
import type { RowOf } from './rows.ts';

/** A product to seed: the fields that are not empty. */
export type SeedProduct = Pick<ProductFields, 'SKU' | 'price'> & {
  readonly name: string;
  readonly text?: string;
  readonly vatClass?: ProductFields['vatClass'];
  readonly tags?: readonly string[];
  readonly status?: boolean;
};

/** The table row of a product. */
export function productRow(
  { SKU, name, text, price, vatClass = null, tags = [], status = true }: SeedProduct,
  { orgId, date, random }: { orgId: string; date: string; random: Random },
): RowOf<'products'> {
  const descriptions = [
    ...(name ? [{ name: 'NAME', value: name, language: null }] : []),
    ...(text ? [{ name: 'SHORT_DESCRIPTION', value: text, language: null }] : []),
  ];
  const columns = productColumnsOf(orgId, {
    SKU,
    descriptions,
    imageUrls: [],
    price,
    vatClass,
    status,
    tags: [...tags],
  });
  return {
    ...columns,
    descriptions: JSON.stringify(descriptions),
    id: random.id(Date.parse(date)),
    org_id: orgId,
    created_date: date,
    updated_date: date,
  };
}

const line = /^([^,]+),("(?:[^"]|"")*"|[^,]*),(-?[\d.]+),\d+$/;

/** The real products of a British gift shop, as published: some lack a name, and some SKUs differ in letter case alone. */
export function* brambleProducts(): Generator<SeedProduct> {
  const file = readFileSync(new URL('../data/products.csv', import.meta.url), 'utf8');
  for (const text of file.trim().split('\n').slice(1)) {
    const [, SKU = '', name = '', amount = ''] = line.exec(text.trim()) ?? [];
    if (!SKU) throw new Error(`This line is no product: ${text}`);
    yield {
      SKU,
      name: name.replace(/^"|"$/g, '').replaceAll('""', '"').trim(),
      // one line adjusts an account, which is no price
      price: amount.startsWith('-') ? null : { amount, currency: 'GBP' },
      status: name !== '' && Number(amount) > 0,
    };
  }
}

const fits = ['men', 'women', 'junior'] as const;
const kits = [
  ['Home', 'Red with a white collar', 64.99],
  ['Away', 'White with a red sash', 64.99],
  ['Third', 'Navy with gold seams', 69.99],
] as const;
const equipment = [
  ['Match ball', 'Size 5, thermally bonded', 44.99, 'Balls'],
  ['Training ball', 'Size 5, stitched by machine', 19.99, 'Balls'],
  ['Futsal ball', 'Size 4, low bounce', 24.99, 'Balls'],
  ['Football boots, firm ground', 'With thirteen fixed studs', 89.99, 'Boots'],
  ['Football boots, soft ground', 'With six screw-in studs', 99.99, 'Boots'],
  ['Goalkeeper gloves', 'Negative cut, 4 mm latex', 39.99, 'Equipment'],
  ['Shin pads', 'With ankle protection', 14.99, 'Equipment'],
  ['Captain’s armband', 'Elastic, one size', 5.99, 'Equipment'],
  ['Club scarf', 'Knitted, red and white', 15.99, 'Fans'],
  ['Bobble hat', 'Knitted, with lining', 14.99, 'Fans'],
  ['Drawstring bag', '16 litres', 9.99, 'Bags'],
  ['Holdall', '50 litres, with a shoe compartment', 34.99, 'Bags'],
] as const;

const pounds = (amount: number) => ({ amount: amount.toFixed(2), currency: 'GBP' });
const code = (kit: string, kind: string, fit: string) =>
  `KS-${kit.slice(0, 2).toUpperCase()}-${kind}-${fit.slice(0, 1).toUpperCase()}`;

/** Sixty sports products: shirts, shorts and socks, the printing of names and numbers, and equipment. */
export function* kestrelProducts(): Generator<SeedProduct> {
  for (const [kit, look, price] of kits) {
    for (const fit of fits) {
      const vatClass = fit === 'junior' ? 'zero' : 'standard';
      const cheaper = fit === 'junior' ? 15 : 0;
      const names = [
        ['SH', 'shirt', 'Shirts', price],
        ['SHL', 'shirt, long sleeves', 'Shirts', price + 5],
        ['SO', 'shorts', 'Shorts', 34.99],
      ] as const;
      for (const [kind, item, tag, amount] of names)
        yield {
          SKU: code(kit, kind, fit),
          name: `${kit} ${item} 2026, ${fit}`,
          text: look,
          price: pounds(amount - cheaper),
          vatClass,
          tags: ['Football', tag],
        };
    }
    yield {
      SKU: `KS-${kit.slice(0, 2).toUpperCase()}-SX`,
      name: `${kit} socks 2026`,
      text: look,
      price: pounds(14.99),
      vatClass: 'standard',
      tags: ['Football', 'Socks'],
    };
  }
  for (const fit of ['men', 'women'] as const)
    for (const colour of ['white', 'red', 'navy', 'gold'])
      yield {
        SKU: `KS-NAME-${fit.slice(0, 1).toUpperCase()}-${colour.toUpperCase()}`,
        name: `Name printing, ${fit}, ${colour}`,
        text: 'Up to twelve letters above the number',
        price: pounds(12),
        vatClass: 'standard',
        tags: ['Printing', 'Names'],
      };
  for (let digit = 0; digit < 10; digit += 1)
    yield {
      SKU: `KS-NUMBER-${digit}`,
      name: `Number printing, ${digit}`,
      text: 'One digit, 25 cm high',
      price: pounds(6),
      vatClass: 'standard',
      tags: ['Printing', 'Numbers'],
    };
  for (const [index, [name, text, price, tag]] of equipment.entries())
    yield {
      SKU: `KS-${1001 + index}`,
      name,
      text,
      price: pounds(price),
      vatClass: 'standard',
      tags: [tag],
    };
}

const colours = 'Red Blue Green White Black Ivory Pink Silver Golden Natural Turquoise Lilac'.split(' ');
const materials = 'Cotton Ceramic Wooden Glass Metal Paper Felt Enamel Wicker Velvet Linen Porcelain'.split(' ');
const styles = 'Vintage Retro Classic Nordic Floral Striped Spotty Antique Regency Modern Country Paisley'.split(' ');
const things = (
  'Mug Bowl Plate Lantern Candle Cushion Basket Frame Clock Bag Purse Umbrella Notebook Card Bunting Teapot Jug Tray Vase Blanket Apron ' +
  'Doormat Mirror Stool Lamp Necklace Bracelet Scarf Towel Puzzle Kite Drum Whistle Trowel Planter Thermometer Corkscrew Coaster Napkin Ribbon'
).split(' ');
const purposes = 'Kitchen Garden Bathroom Nursery Party Christmas Easter Picnic Travel Office Bedroom Hallway'.split(
  ' ',
);

/** A number of products with names of five words and a number. */
export function* manyProducts(count: number, random: Random): Generator<SeedProduct> {
  for (let index = 0; index < count; index += 1)
    yield {
      SKU: `P${String(100_000 + index)}`,
      name: `${random.pick(styles)} ${random.pick(colours)} ${random.pick(materials)} ${random.pick(things)} ${random.pick(purposes)} ${1 + random.below(999)}`,
      price: pounds((99 + random.below(9_900)) / 100),
      vatClass: random.chance(0.8) ? 'standard' : 'zero',
      tags: [random.pick(purposes)],
      status: random.chance(0.95),
    };
}
