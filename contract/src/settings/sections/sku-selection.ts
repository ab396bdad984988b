import type { Garment } from './garment.ts';
import { badgeImage } from '../kinds/sku-selection.ts';
import { defineSection, type SettingField } from '../engine/section.ts';

const selectionFor = (garment: Garment): SettingField => ({
  kind: 'sku-selection',
  defaultValue: null,
  garment,
  imageRule: badgeImage,
});

/** The products that a till sells as badge, name and number on shirts and shorts. */
export const skuSelection = defineSection({
  name: 'skuSelection',
  area: 'module',
  group: 'ebasket',
  fields: {
    shirtMale: selectionFor({ garment: 'shirt', fit: 'male' }),
    shirtFemale: selectionFor({ garment: 'shirt', fit: 'female' }),
    shortsMale: selectionFor({ garment: 'shorts', fit: 'male' }),
    shortsFemale: selectionFor({ garment: 'shorts', fit: 'female' }),
  },
});
