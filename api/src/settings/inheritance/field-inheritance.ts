import { isRowWise } from '@storeward/contract/settings/kinds/list';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import type { Inheritance } from './inheritance.ts';
import { rowInheritance } from './row-inheritance.ts';
import { wholeInheritance } from './whole-inheritance.ts';

/** How the values of a field combine along a path, as its definition declares. */
export const inheritanceOf = (field: SettingField): Inheritance =>
  isRowWise(field) ? rowInheritance : wholeInheritance;
