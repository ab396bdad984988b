import * as z from 'zod/mini';
import type { ErrorCode } from '../../errors.ts';
import type { ImageRule } from '../../media-types.ts';
import { sameValue } from '../engine/same-value.ts';
import type { ChoiceSource } from './choice-source.ts';
import type { Garment } from '../sections/garment.ts';
import { parseTextCell, textCell } from './text-cell.ts';

/** What a field may declare about its values, besides its kind. */
export type FieldOptions = {
  /** Whether a value stored for the field must not be empty. */
  readonly required?: boolean;
  /** The lowest and the highest value of a kind whose values have an order. */
  readonly min?: number | string;
  readonly max?: number | string;
  /** The distance between allowed numbers, counted from `min` or zero. */
  readonly step?: number;
  /** The maximum length of a text. */
  readonly maxLength?: number;
  /** The choices of a field that has a fixed set of values. */
  readonly choices?: readonly string[];
  /** Where the choices come from that the field does not declare itself. */
  readonly choicesFrom?: ChoiceSource;
  /** The dialog that selects the choice, instead of a list in the form. */
  readonly dialog?: 'selectApi' | 'selectQueue';
  /** The properties of an object by name; each is a field of its own. */
  readonly properties?: Readonly<Record<string, ColumnOptions>>;
  /** The columns of a list by name; each is a field of its own. */
  readonly columns?: Readonly<Record<string, ColumnOptions>>;
  /** The columns whose values together identify a row of a list. */
  readonly keyColumns?: readonly string[];
  /** The column that names a row to readers, if it is not identified by key columns. */
  readonly nameColumn?: string;
  /** The maximum number of rows of a list. */
  readonly maxRows?: number;
  /** Whether a node inherits a list as a whole, or row by row. */
  readonly inheritance?: 'whole' | 'rows';
  /** The column that names the row of the list which contains a row. What is in a hidden row is hidden with it. */
  readonly parentColumn?: string;
  /** Whether a row of a list with a `parentColumn` may contain another. */
  readonly mayContain?: (
    parent: Readonly<Record<string, unknown>>,
    child: Readonly<Record<string, unknown>>,
  ) => boolean;
  /** The rule for the images of a field that contains files. */
  readonly imageRule?: ImageRule;
  /** The URL schemes that are accepted, without a colon; `https` by default. */
  readonly schemes?: readonly string[];
  /** The garment that a selection of SKUs is for. */
  readonly garment?: Garment;
  /** The codes that replace those of the kind, for errors whose message is specified for this field. */
  readonly errorCodes?: Readonly<Partial<Record<ErrorCode, ErrorCode>>>;
};

/** A column of a list, or a property of an object. Its kind is the name of one in the registry. */
export type ColumnOptions = FieldOptions & {
  readonly kind: string;
  readonly schema?: z.ZodMiniType;
  /** The value of rows and objects that have none. */
  readonly defaultValue: unknown;
};

/** The schema of a column or property, from the registry of kinds. */
type ColumnSchema = (column: ColumnOptions) => z.ZodMiniType;

/** The behaviour that all fields of one kind share. Code that depends on a kind uses this object instead of the kind's name. */
export type FieldKindDefinition = {
  /** Validates values of a field that declares no schema of its own. */
  readonly schema: (options: FieldOptions, columnSchema: ColumnSchema) => z.ZodMiniType;
  /** Whether errors name the part of the value that is not valid, such as a row and a column. */
  readonly namesParts: boolean;
  /** Whether the value can be written but never read: encrypted in storage, and absent from responses and files. */
  readonly isSecret: boolean;
  /** The value as responses contain it. */
  readonly redact: (value: unknown) => unknown;
  /** The value as audit records contain it. */
  readonly auditValue: (value: unknown) => unknown;
  /** Whether a value read from storage still matches the schema of its field. */
  readonly matchesStored: (schema: z.ZodMiniType, value: unknown) => boolean;
  /** Whether an input leaves the stored value as it is. */
  readonly keepsStored: (value: unknown) => boolean;
  /** Formats a value other than null as a CSV cell. */
  readonly toCell: (value: unknown) => string;
  /** Parses a CSV cell; the result is validated by the schema afterwards. */
  readonly fromCell: (cell: string) => unknown;
  readonly equals: (first: unknown, second: unknown) => boolean;
  /**
   * The uploaded files that a value names, for kinds whose images may have to satisfy a rule, with their paths inside
   * the value.
   */
  readonly filesOf: (value: unknown) => readonly { readonly path: string; readonly address: string }[];
  /**
   * Orders two values: negative if the first is lower, positive if it is higher, undefined if they cannot be compared.
   * Kinds without an order cannot be restricted to stricter values. The order equals that of `jsonb` in PostgreSQL,
   * which compares stored values in queries.
   */
  readonly compare?: (first: unknown, second: unknown) => number | undefined;
  /** The SKUs of the products that the value names. */
  readonly productsOf: (value: unknown) => readonly string[];
  /** The value as text; undefined if the text depends on the language of the reader. */
  readonly displayText: (value: unknown) => string | undefined;
};

/** Defines a kind; omitted properties have the behaviour of most kinds. */
export const defineKind = (
  kind: Pick<FieldKindDefinition, 'schema'> & Partial<FieldKindDefinition>,
): FieldKindDefinition => ({
  namesParts: false,
  isSecret: false,
  redact: (value) => value,
  auditValue: (value) => value,
  matchesStored: (schema, value) => schema.safeParse(value).success,
  keepsStored: () => false,
  toCell: textCell,
  fromCell: parseTextCell,
  equals: sameValue,
  productsOf: () => [],
  filesOf: () => [],
  displayText: (value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value),
  ...kind,
});

/** Also accepts null, which means no value, unless the field is required. */
export const unlessRequired = ({ required }: FieldOptions, schema: z.ZodMiniType): z.ZodMiniType =>
  required ? schema : z.nullable(schema);

/** Checks that a value is neither below `min` nor above `max`. */
export const withinBounds = ({ min, max }: FieldOptions) => [
  z.refine((value: unknown) => min === undefined || (compareScalars(value, min) ?? 0) >= 0, 'field.tooSmall'),
  z.refine((value: unknown) => max === undefined || (compareScalars(value, max) ?? 0) <= 0, 'field.tooLarge'),
];

/** Orders two texts, or two numbers. */
export function compareScalars(first: unknown, second: unknown): number | undefined {
  const areTexts = typeof first === 'string' && typeof second === 'string';
  const areNumbers = typeof first === 'number' && typeof second === 'number';
  if (!areTexts && !areNumbers) return undefined;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
