import * as z from 'zod/mini';
import { defineKind } from './field-kind.ts';

/** Several values that are set and inherited together. */
export const groupKind = defineKind({ schema: () => z.record(z.string(), z.unknown(), 'field.invalid') });
