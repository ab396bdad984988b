import { geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/countries-110m.json?url';
import fine from 'world-atlas/countries-50m.json?url';
import { type Bounds, projection } from './map-projection.ts';

/** The outline of a country. */
export type Country = { readonly id: string; readonly bounds: Bounds; readonly path: () => string };

type Atlas = Topology<{ countries: GeometryCollection }>;

/** From this scale on, the coarse outlines would look like polygons. */
const fineScale = 3;

const antarctica = '010';

// Natural Earth, 1:110 million for the world and 1:50 million for its parts; loaded as data, the second when it is needed.
const addresses = { coarse, fine };
export type Detail = keyof typeof addresses;

export const detailAt = (scale: number): Detail => (scale < fineScale ? 'coarse' : 'fine');

/** The countries but Antarctica; a path is computed when its country is first drawn. */
export async function loadCountries(detail: Detail): Promise<Country[]> {
  const response = await fetch(addresses[detail]);
  if (!response.ok) throw new Error(`The outlines of the countries could not be loaded: ${response.status}`);
  const atlas = (await response.json()) as Atlas;
  const toPath = geoPath(projection).digits(4);
  return feature(atlas, atlas.objects.countries).features.flatMap((country, index) => {
    if (country.id === antarctica) return [];
    const [[left, top], [right, bottom]] = toPath.bounds(country);
    let drawn: string | undefined;
    return [
      {
        id: `${String(country.id)} ${index}`,
        bounds: { left, top, right, bottom },
        path: () => (drawn ??= toPath(country) ?? ''),
      },
    ];
  });
}
