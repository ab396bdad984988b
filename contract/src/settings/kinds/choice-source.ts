import * as z from 'zod/mini';
import type { Endpoint } from '../../endpoint.ts';
import { requiredText } from '../../fields.ts';
import { moduleCodes } from '../../modules.ts';
import { languages } from '../../reference.ts';
import { countryCodes } from '../../reference/countries.ts';
import { currencyCodes } from '../../reference/currencies.ts';
import { timeZones } from '../../reference/time-zones.ts';

/** Whether a reference list has a value. */
const referenceLists = {
  countries: (value: string) => countryCodes.includes(value),
  currencies: (value: string) => currencyCodes.includes(value),
  languages: (value: string) => (languages as readonly string[]).includes(value),
  modules: (value: string) => (moduleCodes as readonly string[]).includes(value),
  timeZones: (value: string) => timeZones.includes(value),
};
export type ReferenceList = keyof typeof referenceLists;

/**
 * Where the choices of a field come from: a reference list, or an endpoint without parameters whose result is a list,
 * with the properties that are stored and shown. Values from an endpoint are not validated by it: what it returns
 * depends on the user and changes with time.
 */
export type ChoiceSource =
  | { readonly list: ReferenceList }
  | { readonly endpoint: Endpoint; readonly value: string; readonly label: string };

/** Validates one choice from a source. */
export const sourcedChoice = (source: ChoiceSource): z.ZodMiniType<string> =>
  requiredText(256).check(
    z.refine((value) => !('list' in source) || referenceLists[source.list](value), 'field.invalid'),
  );
