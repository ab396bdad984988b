import { isLooser, type SettingField, type SettingMode } from './section.ts';

/** A value that a place on the way down has given to a field. */
export type Stated = { readonly value: unknown; readonly mode: SettingMode };

/** Whether a value is still understood; what an older or newer version has left behind counts as not said. */
export const isUnderstood = ({ kind, shape }: SettingField, value: unknown): boolean =>
  kind === 'secret' ? value !== null : shape.safeParse(value).success;

/** Whether what a place says binds the places below it in any way. */
const binds = (field: SettingField, said: Stated): boolean => said.mode !== 'free' && isUnderstood(field, said.value);

/** Whether what one place says may not stand below what another one says above it. */
const forbids = (field: SettingField, above: Stated, value: unknown): boolean =>
  above.mode === 'locked' || (above.mode === 'tighten' && isLooser(field, value, above.value));

/** Of all that is said above a place, what binds it most: the highest lock, else the strictest bound. */
export function boundOf<S extends Stated>(field: SettingField, above: readonly S[]): S | undefined {
  const binding = above.filter((one) => binds(field, one));
  return (
    binding.find(({ mode }) => mode === 'locked') ??
    binding.reduce<S | undefined>(
      (most, one) => (most && isLooser(field, one.value, most.value) ? most : one),
      undefined,
    )
  );
}

/** Whether a place may say this below all that. */
export const mayStand = (field: SettingField, value: unknown, above: readonly Stated[]): boolean =>
  !above.some((one) => binds(field, one) && forbids(field, one, value));

/**
 * What counts of all that is said about a field on the way down to a place: by position, whether it counts.
 *
 * A value counts when no place above has locked the field and it is no looser than any value above that may only be
 * tightened. The lowest value that counts is the one in force.
 */
export function judge<S extends Stated>(
  field: SettingField,
  stated: readonly S[],
): { counting: boolean[]; at: number } {
  const counting = stated.map(
    (one, index) => isUnderstood(field, one.value) && mayStand(field, one.value, stated.slice(0, index)),
  );
  return { counting, at: counting.lastIndexOf(true) };
}
