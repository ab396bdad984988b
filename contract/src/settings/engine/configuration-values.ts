import * as z from 'zod/mini';
import { isRowWise } from '../kinds/list.ts';
import { isSecret, schemaOf } from '../kinds/registry.ts';
import type { EffectiveValues, SettingField } from './section.ts';
import { type SectionName, sectionNames, sectionOf } from '../sections.ts';

/** The sections whose values the configuration of a node contains. */
export const configurationSections: readonly SectionName[] = sectionNames.filter(
  (name) => sectionOf(name).configurationPath !== null,
);

const pathOf = (name: SectionName): readonly (string | 0)[] => sectionOf(name).configurationPath ?? [name];

/** The fields of a section that portals and devices read: all except secrets. */
export const readableFields = (name: SectionName): (readonly [string, SettingField])[] =>
  Object.entries(sectionOf(name).fields).filter(([, field]) => !isSecret(field));

/** A row-wise list with the ids of its rows as a column. */
const withRowIds = (field: SettingField): SettingField => ({
  ...field,
  columns: { id: { kind: 'text', required: true, defaultValue: '' }, ...field.columns },
});

/** The schema of an effective value; null if a field is not set and has no default, or its condition is not met. */
const valueSchema = (field: SettingField) => {
  const schema = schemaOf({ ...(isRowWise(field) ? withRowIds(field) : field), required: false });
  return field.when === undefined && schema.safeParse(field.defaultValue).success ? schema : z.nullable(schema);
};

/** The values of a section in the form that portals and devices read. */
export const asRead = (name: SectionName, values: EffectiveValues): Record<string, unknown> =>
  (sectionOf(name).readAs?.from(values) ?? values) as Record<string, unknown>;

const sectionSchema = (name: SectionName): z.ZodMiniType =>
  sectionOf(name).readAs?.schema ??
  z.object(Object.fromEntries(readableFields(name).map(([field, definition]) => [field, valueSchema(definition)])));

/** The properties that the configuration of a node has for the sections. */
export const configurationShape: Readonly<Record<string, z.ZodMiniType>> = Object.fromEntries(
  configurationSections.map((name) => {
    const [property = name, ...steps] = pathOf(name);
    const schema = steps.reduceRight<z.ZodMiniType>(
      (inner, step) => (step === 0 ? z.array(inner) : z.object({ [step]: inner })),
      sectionSchema(name),
    );
    return [property, schema];
  }),
);

/** The properties of a configuration with these values. */
export const configurationOf = (valuesOf: (name: SectionName) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    configurationSections.map((name) => {
      const [property = name, ...steps] = pathOf(name);
      const content = steps.reduceRight<unknown>(
        (inner, step) => (step === 0 ? [inner] : { [step]: inner }),
        valuesOf(name),
      );
      return [property, content];
    }),
  );
