import * as z from 'zod/mini';
import { dateLocales } from '../../runtime-configuration.ts';
import { configurationPaths } from '../engine/configuration-paths.ts';
import { effectiveFieldValue, type PathEntry } from '../lists/list-rows.ts';
import { defineSection } from '../engine/section.ts';

/** The order of day and month in dates, which does not depend on the language. */
export const dates = defineSection({
  name: 'dates',
  area: 'configuration',
  configurationPath: configurationPaths.dates,
  fields: {
    dateLocale: {
      kind: 'choice',
      schema: z.enum(dateLocales, 'field.invalid'),
      defaultValue: null,
      choices: dateLocales,
      hint: true,
      sample: 'en-GB',
    },
  },
});

/** The date locale of a node from the values along its path, root first; that of the installation if none applies. */
export function effectiveDateLocale(values: readonly Omit<PathEntry, 'row'>[], installation: string): string {
  const { dateLocale } = dates.fields;
  const effective = effectiveFieldValue(
    dateLocale,
    values.map((value) => ({ ...value, row: undefined })),
  );
  const parsed = dateLocale.schema.safeParse(effective);
  return parsed.success ? parsed.data : installation;
}
