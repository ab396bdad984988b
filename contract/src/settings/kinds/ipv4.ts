import * as z from 'zod/mini';
import { IPv4 } from '../../fields.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

const Address = z.string('field.required').check(
  z.minLength(1, { error: 'field.required', abort: true }),
  z.overwrite((value) => value.trim()),
  z.refine((value) => IPv4.safeParse(value).success, 'field.ipAddress'),
);

/** An IPv4 address in dotted-decimal notation. */
export const ipv4Kind = defineKind({ schema: (options) => unlessRequired(options, Address) });
