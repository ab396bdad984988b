import type * as z from 'zod/mini';
import { type ErrorCode, isErrorCode } from '../../errors.ts';
import type { ImageRule } from '../../media-types.ts';
import { choiceKind } from './choice.ts';
import { colourKind } from './colour.ts';
import { dateKind } from './date.ts';
import { durationKind } from './duration.ts';
import type { FieldKindDefinition, FieldOptions } from './field-kind.ts';
import { groupKind } from './group.ts';
import { hotkeysKind } from './hotkeys.ts';
import { imageKind } from './image.ts';
import { ipv4Kind } from './ipv4.ts';
import { listKind } from './list.ts';
import { mediaKind } from './media.ts';
import { multiChoiceKind } from './multi-choice.ts';
import { multilineKind } from './multiline.ts';
import { numberKind } from './number.ts';
import { objectKind } from './object.ts';
import { productKind } from './product.ts';
import { secretKind } from './secret.ts';
import { skuSelectionKind } from './sku-selection.ts';
import { switchKind } from './switch.ts';
import { cellKeywords } from './text-cell.ts';
import { textKind } from './text.ts';
import { timeKind } from './time.ts';
import { urlKind } from './url.ts';

/** All kinds of fields. The portal has one form control for each. */
export const fieldKinds = {
  text: textKind,
  switch: switchKind,
  choice: choiceKind,
  duration: durationKind,
  colour: colourKind,
  image: imageKind,
  group: groupKind,
  secret: secretKind,
  multiline: multilineKind,
  number: numberKind,
  'multi-choice': multiChoiceKind,
  date: dateKind,
  time: timeKind,
  url: urlKind,
  ipv4: ipv4Kind,
  list: listKind,
  object: objectKind,
  media: mediaKind,
  product: productKind,
  'sku-selection': skuSelectionKind,
  hotkeys: hotkeysKind,
} as const satisfies Readonly<Record<string, FieldKindDefinition>>;

export type FieldKind = keyof typeof fieldKinds;

/** The kinds of columns and properties: neither a list, which they would nest, nor a secret, since only a field of its own is encrypted. */
export type ColumnKind = Exclude<FieldKind, 'list' | 'hotkeys' | 'secret'>;

/** The part of a field's definition that its kind interprets. */
export type KindField = FieldOptions & {
  readonly kind: FieldKind;
  /** Replaces the schema of the kind. */
  readonly schema?: z.ZodMiniType;
  readonly columns?: Readonly<Record<string, ColumnField>>;
  readonly properties?: Readonly<Record<string, ColumnField & { readonly kind: ColumnKind }>>;
};

/** A column of a list or a property of an object: a field with a value in each of them. */
export type ColumnField = KindField & {
  /** The value of rows and objects that have none. */
  readonly defaultValue: unknown;
  /** Whether the form explains the column, by the phrase `settings.hint.<list>.<column>`. */
  readonly hint?: true;
  /** Whether the table of rows leaves the column out, so that only the form of a row shows it. */
  readonly isDetail?: true;
};

const kindOf = ({ kind }: Pick<KindField, 'kind'>): FieldKindDefinition => fieldKinds[kind];

/** Whether values consist of parts with definitions of their own, such as the columns of a list. */
export const hasParts = (field: Pick<KindField, 'kind'>): boolean => kindOf(field).namesParts;

const kindSchemas = new WeakMap<KindField, z.ZodMiniType>();

/** Validates a value of the field: its own schema, else that of its kind. */
export function schemaOf(field: KindField): z.ZodMiniType {
  if (field.schema) return field.schema;
  const schema = kindSchemas.get(field) ?? kindOf(field).schema(field, (column) => schemaOf(column as KindField));
  kindSchemas.set(field, schema);
  return schema;
}

/** An error of one part of a value, such as `2.code`: the column `code` of the third row. */
export type PartError = { readonly path: string; readonly code: ErrorCode };

export type ParsedValue =
  | { readonly value: unknown }
  | { readonly error: ErrorCode; readonly parts?: readonly PartError[] };

/** The code that the field reports an error by. */
export const errorCodeOf = ({ errorCodes }: Pick<KindField, 'errorCodes'>, code: ErrorCode): ErrorCode =>
  errorCodes?.[code] ?? code;

/** The part of a value that has an error: the column or property, else the field itself. */
const partAt = ({ columns, properties, ...field }: KindField, path: readonly PropertyKey[]): KindField =>
  columns?.[String(path[1])] ?? properties?.[String(path[0])] ?? field;

/** Validates a value and converts it to the form that is stored. */
export function parseValue(field: KindField, input: unknown): ParsedValue {
  const { success, data, error } = schemaOf(field).safeParse(input);
  if (success) return { value: data };
  const parts = error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    code: errorCodeOf(partAt(field, path), isErrorCode(message) ? message : 'field.invalid'),
  }));
  const code = parts[0]?.code ?? 'field.invalid';
  const namesParts = hasParts(field) && parts.every(({ path }) => path !== '');
  return namesParts ? { error: code, parts } : { error: code };
}

/** Whether the value can be written but never read. */
export const isSecret = (field: Pick<KindField, 'kind'>): boolean => kindOf(field).isSecret;

/** The value as responses contain it: null for a secret. */
export const redact = (field: Pick<KindField, 'kind'>, value: unknown): unknown => kindOf(field).redact(value);

/** The value as audit records contain it: a secret is masked. */
export const auditValue = (field: Pick<KindField, 'kind'>, value: unknown): unknown => kindOf(field).auditValue(value);

/** Whether an input leaves the stored value as it is: null for a secret, which the client does not know. */
export const keepsStored = (field: Pick<KindField, 'kind'>, value: unknown): boolean =>
  kindOf(field).keepsStored(value);

/**
 * Whether a stored value still matches the field's schema. Values written by another version of the product are
 * ignored.
 */
export const matchesSchema = (field: KindField, value: unknown): boolean =>
  kindOf(field).matchesStored(schemaOf(field), value);

export const equalValues = (field: Pick<KindField, 'kind'>, first: unknown, second: unknown): boolean =>
  kindOf(field).equals(first, second);

/** Orders two values of the field; undefined if they cannot be compared. */
export const compareValues = (field: Pick<KindField, 'kind'>, first: unknown, second: unknown): number | undefined =>
  kindOf(field).compare?.(first, second);

/** A file that a value names, with its path inside the value and the rule for images. */
export type NamedFile = { readonly path: string; readonly address: string; readonly imageRule: ImageRule };

/** The files that a value names, if its field or the columns of its list have a rule for images. */
export function ruledFiles(field: KindField, value: unknown): NamedFile[] {
  const { imageRule, columns = {} } = field;
  if (imageRule)
    return kindOf(field)
      .filesOf(value)
      .map((file) => ({ ...file, imageRule }));
  const rows = Array.isArray(value) ? (value as readonly Readonly<Record<string, unknown>>[]) : [];
  return rows.flatMap((row, index) =>
    Object.entries(columns).flatMap(([name, column]) =>
      ruledFiles(column, row[name]).map((file) => ({ ...file, path: `${index}.${name}` })),
    ),
  );
}

/** The value as text; undefined if it depends on the language of the reader. */
export const displayText = (field: Pick<KindField, 'kind'>, value: unknown): string | undefined =>
  kindOf(field).displayText(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The SKUs of the products that a stored value names: a value of the field, or the operation of one row of a list. */
export function productsNamed(field: KindField, value: unknown): string[] {
  const parts = field.columns ?? field.properties;
  if (!parts) return [...kindOf(field).productsOf(value)];
  const records = Array.isArray(value)
    ? value
    : [isRecord(value) && isRecord(value['values']) ? value['values'] : value];
  return [
    ...new Set(
      records
        .filter(isRecord)
        .flatMap((record) => Object.entries(parts).flatMap(([name, part]) => productsNamed(part, record[name]))),
    ),
  ];
}

/** Formats a value as a cell; empty if it does not match the schema, so that an import leaves it unchanged. */
export function formatCell(field: KindField, value: unknown): string {
  if (!schemaOf(field).safeParse(value).success) return '';
  return value === null ? cellKeywords.none : kindOf(field).toCell(value);
}

/** Parses and validates a cell that holds a value. */
export const parseCell = (field: KindField, cell: string): ParsedValue =>
  parseValue(field, cell.toLowerCase() === cellKeywords.none ? null : kindOf(field).fromCell(cell));
