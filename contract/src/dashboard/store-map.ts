import * as z from 'zod/mini';
import type { NodeId } from '../nodes.ts';

/** Up to this number of stores, each is a point of the map of its own. */
export const mapPointLimit = 10_000;

/**
 * The stores that have coordinates, and the number of all stores. `points` has a line for each point, with latitude, longitude,
 * number of stores, of silent and of disabled ones, id and name, separated by tabs: a tenth of the work of as many objects.
 */
export const StoreMap = z.object({ total: z.int(), points: z.string() });
export type StoreMap = z.infer<typeof StoreMap>;

/**
 * A point of the map: a store, or, where there are more than `mapPointLimit`, the stores of a small area, several of which have
 * no id and name. A store counts as disabled, else as silent if one of its devices is.
 */
export type StoreMapPoint = {
  readonly id: NodeId | null;
  readonly name: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
  readonly silent: number;
  readonly disabled: number;
};

/** The points in the text of a map. */
export const parseMapPoints = (text: string): StoreMapPoint[] =>
  text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const [latitude, longitude, count, silent, disabled, id = '', name = ''] = line.split('\t');
    return [
      {
        id: (id || null) as NodeId | null,
        name: name || null,
        latitude: Number(latitude),
        longitude: Number(longitude),
        count: Number(count),
        silent: Number(silent),
        disabled: Number(disabled),
      },
    ];
  });

/** The text of points, as the server writes it. */
export const formatMapPoints = (points: readonly StoreMapPoint[]): string =>
  points
    .map(({ latitude, longitude, count, silent, disabled, id, name }) =>
      [latitude, longitude, count, silent, disabled, id ?? '', name ?? ''].join('\t'),
    )
    .join('\n');
