import * as z from 'zod/mini';
import { ImageAddress } from '../../fields.ts';
import { defineKind } from './field-kind.ts';

/** The path of an uploaded image. */
export const imageKind = defineKind({
  schema: ({ required = false }) =>
    ImageAddress.check(z.refine((value) => !required || value !== null, 'field.required')),
  displayText: () => undefined,
});
