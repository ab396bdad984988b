import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

/** Decimal places of stored coordinates: about 11 cm at the equator. */
const decimals = 6;

const decimalDegrees = /^[+-]?\d{1,3}(?:[.,]\d{1,20})?$/;

/** The degrees in a text, with a point or comma before the decimals; null if it is empty, NaN if it is no number. */
function parseDegrees(text: string): number | null {
  const compact = text.trim().replace('\u2212', '-');
  if (compact === '') return null;
  return decimalDegrees.test(compact) ? Number(compact.replace(',', '.')) : Number.NaN;
}

/** Adding zero turns -0 into 0, as the database stores it. */
const rounded = (degrees: number) => Math.round(degrees * 10 ** decimals) / 10 ** decimals + 0;

const degreesUpTo = (limit: number, error: ErrorCode) =>
  z.pipe(
    z.pipe(
      z.union([z.null(), z.number(), z.string()], error),
      z.transform((value) => {
        const degrees = typeof value === 'string' ? parseDegrees(value) : value;
        return degrees === null ? null : rounded(degrees);
      }),
    ),
    z.nullable(z.number(error).check(z.gte(-limit, error), z.lte(limit, error))),
  );

/** Decimal degrees north, as a number or a text; null or an empty text for none. */
export const Latitude = degreesUpTo(90, 'field.latitude');
/** Decimal degrees east, like `Latitude`. */
export const Longitude = degreesUpTo(180, 'field.longitude');

type Coordinates = { readonly latitude?: number | null | undefined; readonly longitude?: number | null | undefined };

const isSet = (degrees: number | null | undefined) => typeof degrees === 'number';

/** The rule that a latitude has a longitude; the error belongs to the one that is missing. */
export const bothOrNeither = [
  z.refine<Coordinates>(({ latitude, longitude }) => isSet(latitude) || !isSet(longitude), {
    error: 'field.coordinatesIncomplete',
    path: ['latitude'],
  }),
  z.refine<Coordinates>(({ latitude, longitude }) => isSet(longitude) || !isSet(latitude), {
    error: 'field.coordinatesIncomplete',
    path: ['longitude'],
  }),
] as const;

/**
 * Latitude and longitude in a text that has both, as maps copy them: `52.52, 13.405`. Between decimal commas the separator
 * is a semicolon or a space; `52,52` is a single number.
 */
export function splitCoordinates(text: string): readonly [string, string] | undefined {
  const parts = text
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/\s+/gu, ' ')
    .split(/ ?; ?| ?, | |,(?<=\.\d+,)/u)
    .map((part) => part.replace(/°$/, ''));
  const [latitude = '', longitude = '', ...rest] = parts;
  const isPair =
    rest.length === 0 && [latitude, longitude].every((part) => decimalDegrees.test(part.replace('\u2212', '-')));
  return isPair ? [latitude, longitude] : undefined;
}
