import { codeText } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** A product by its SKU. It stays when the product is disabled or deleted. */
export const productKind = defineKind({
  schema: (options) => unlessRequired(options, codeText(64)),
  productsOf: (value) => (typeof value === 'string' ? [value] : []),
});
