import * as z from 'zod/mini';
import { defineKind } from './field-kind.ts';

const cellValues = new Map([
  ['on', true],
  ['true', true],
  ['off', false],
  ['false', false],
]);

/** On or off. */
export const switchKind = defineKind({
  schema: () => z.boolean('field.invalid'),
  toCell: (value) => (value === true ? 'on' : 'off'),
  fromCell: (cell) => cellValues.get(cell.toLowerCase()) ?? cell,
  displayText: () => undefined,
});
