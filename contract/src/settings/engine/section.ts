import type * as z from 'zod/mini';
import type { ErrorCode } from '../../errors.ts';
import type { ModuleCode } from '../../modules.ts';
import { parseFieldName } from './field-name.ts';
import { isRowWise } from '../kinds/list.ts';
import { compareValues, type KindField } from '../kinds/registry.ts';

/** What a value allows the nodes below: any value (`free`), none (`locked`), or only stricter ones (`tighten`). */
export const settingModes = ['free', 'locked', 'tighten'] as const;
export type SettingMode = (typeof settingModes)[number];

/** The definition of one setting. */
export type SettingField = KindField & {
  /** The effective value if no node sets one; null if the installation decides or there is none. */
  readonly defaultValue: unknown;
  /** Which of two values is stricter. Without it the mode `tighten` is not available. */
  readonly stricter?: 'less' | 'more';
  /** Whether the form explains the field, by the phrase `settings.hint.<field>`. */
  readonly hint?: true;
  /**
   * The condition under which the field is active and shown: for each field named, the accepted values; of a multiple
   * choice, at least one of them. The fields named are declared before this one.
   */
  readonly when?: Readonly<Record<string, readonly unknown[]>>;
  /** The value in the sample file of the import. */
  readonly sample?: string;
};

/** The tab of a node's page that shows the section; each area has its own permissions. */
export const settingAreas = ['configuration', 'theme', 'module'] as const;
export type SettingArea = (typeof settingAreas)[number];

/** The headings of the index of a page, in its order. */
export const settingGroups = ['ebasket', 'transactions', 'stockTake', 'customers', 'portal'] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** The module whose page shows the sections of a group, except those that have the name of another module. */
export const moduleOfGroup: Readonly<Partial<Record<SettingGroup, ModuleCode>>> = {
  ebasket: 'ebasket',
  transactions: 'tm',
  stockTake: 'sotk',
};

/** An inconsistency between the values of a section, reported at one field. */
export type SectionError = { readonly field: string; readonly code: ErrorCode };

/** The effective values of a section at a node, by field. */
export type EffectiveValues = Readonly<Record<string, unknown>>;

/** The fields of a section that describe one connection to an external service, which can be tested. */
export type SectionConnection = {
  /** Where the secret is sent. A stored one is sent only to the destination that it was entered for. */
  readonly destination: readonly string[];
  readonly secret: string;
  /** Without these there is nothing to test. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

/** Settings that are saved together. The endpoints, resolver, forms, imports and tests all use this definition. */
export type Section = {
  readonly name: string;
  readonly area: SettingArea;
  /** The heading of the section in the index of its page; without one it comes first. */
  readonly group?: SettingGroup;
  /**
   * Where the configuration of a node has the values, which every signed-in user may read: names of properties, and 0
   * for the only element of an array. By default under the name of the section; null leaves the section out.
   */
  readonly configurationPath?: readonly [string, ...(string | 0)[]] | null;
  readonly fields: Readonly<Record<string, SettingField>>;
  /** The form in which devices and the configuration of a node have the values, if it is not that of the fields. */
  readonly readAs?: { readonly schema: z.ZodMiniType; readonly from: (values: EffectiveValues) => unknown };
  readonly connection?: SectionConnection;
  /** Validates the effective values against each other: for each error code the fields that have the error. */
  readonly checks?: Readonly<Partial<Record<ErrorCode, (values: EffectiveValues) => readonly string[]>>>;
  /** A phone number that may be entered without country code, and the field with its country. */
  readonly nationalNumber?: { readonly field: string; readonly country: string };
  /** A check by the server alone, since it needs data that is too large for the browser: what the country of an address allows. */
  readonly serverCheck?: 'country';
};

/** Defines a section and keeps its literal types. */
export const defineSection = <const S extends Section>(definition: S): S => definition;

/** The error codes of a section's own checks. */
export const checkCodes = ({ checks = {} }: Pick<Section, 'checks'>): ErrorCode[] => Object.keys(checks) as ErrorCode[];

/** The inconsistencies between the effective values of a section. */
export const checkValues = (section: Section, values: EffectiveValues): readonly SectionError[] =>
  checkCodes(section).flatMap((code) => (section.checks?.[code]?.(values) ?? []).map((field) => ({ field, code })));

/** A field of a section by name. Ignores inherited properties such as `constructor`. */
export const fieldOf = ({ fields }: Pick<Section, 'fields'>, name: string): SettingField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

type FieldsByName = readonly (readonly [name: string, field: SettingField])[];

/** The lists of a section whose rows nodes add, replace and hide one by one. */
export const rowWiseLists = ({ fields }: Pick<Section, 'fields'>): FieldsByName =>
  Object.entries(fields).filter(([, field]) => isRowWise(field));

/** The fields of a section that nodes inherit or override as a whole. */
export const wholeFields = ({ fields }: Pick<Section, 'fields'>): FieldsByName =>
  Object.entries(fields).filter(([, field]) => !isRowWise(field));

/** A row-wise list of a section by name; undefined for any other field. */
export function rowWiseList(section: Pick<Section, 'fields'>, name: string): SettingField | undefined {
  const field = fieldOf(section, name);
  return field && isRowWise(field) ? field : undefined;
}

/** The field that a value is stored for: by its own name, or by that of a row of a row-wise list. */
export function storedFieldOf(section: Pick<Section, 'fields'>, name: string): SettingField | undefined {
  const { field, row } = parseFieldName(name);
  return row === undefined ? fieldOf(section, field) : rowWiseList(section, field);
}

/** The modes of a field's values. Below a row-wise list with the mode `tighten`, rows can only be hidden. */
export const modesOf = (field: SettingField): readonly SettingMode[] =>
  field.stricter || isRowWise(field) ? settingModes : ['free', 'locked'];

/** Whether a value is less strict than the bound, and therefore not allowed below a `tighten` value. */
export function isLessStrict(field: SettingField, value: unknown, bound: unknown): boolean {
  const order = compareValues(field, value, bound);
  if (!field.stricter || order === undefined) return false;
  return field.stricter === 'less' ? order > 0 : order < 0;
}
