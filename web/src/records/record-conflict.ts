import { formatDateTime } from '../platform/text/i18n.ts';
import type { Difference } from '../ui/form/conflict-resolver.tsx';

export type Side = Difference['selected'];

/** Who saved a version, and when; null for what is not known to the user. */
export type Authorship = { readonly by: string | null; readonly since: string | null };

/** A part of a field, such as a row of a list, that the user and another user have changed differently. */
export type PartConflict<Value> = {
  /** Unique among the parts of the field. */
  readonly id: string;
  readonly label: string;
  /** The author of the other version. */
  readonly author?: Authorship | undefined;
  /** Whether a form value has the user's version. */
  readonly isYours: (value: Value) => boolean;
  readonly choose: (value: Value, side: Side) => Value;
  /** Both versions as text; `value` has the user's. */
  readonly texts: (value: Value) => Readonly<Record<Side, string>>;
};

/** A field that was changed on both sides; of a field with parts, the parts that were. */
type FieldConflict<Value> = {
  readonly label: string;
  readonly yours: Value;
  readonly theirs: Value;
  readonly parts: readonly PartConflict<Value>[] | undefined;
  readonly author: Authorship | undefined;
  readonly text: (value: Value) => string;
};

/** A difference to show, and the value of the field with either side. */
type Choice<Value> = { readonly difference: Difference; readonly valueOf: (side: Side) => Value };

/** The choices that a conflict leaves to the user. `now` is the value of the form, which may have changed since. */
export function conflictChoices<Value>(field: string, conflict: FieldConflict<Value>, now: Value): Choice<Value>[] {
  const { label, yours, theirs, parts, author, text } = conflict;
  if (!parts) {
    const isYours = !isSameValue(now, theirs);
    return [
      {
        difference: {
          id: field,
          label,
          yours: text(isYours ? now : yours),
          theirs: text(theirs),
          changed: authorText(author),
          selected: isYours ? 'yours' : 'theirs',
        },
        valueOf: (side) => (side === 'yours' ? yours : theirs),
      },
    ];
  }
  return parts.map((part) => {
    const isYours = part.isYours(now);
    return {
      difference: {
        id: `${field}/${part.id}`,
        label: [label, part.label].filter(Boolean).join(' · '),
        ...part.texts(isYours ? now : yours),
        changed: authorText(part.author),
        selected: isYours ? 'yours' : 'theirs',
      },
      valueOf: (side) => part.choose(now, side),
    };
  });
}

/** The author and the time of a version, as far as they are known. */
export const authorText = ({ by, since }: Authorship = { by: null, since: null }): string =>
  [by, since && formatDateTime(since)].filter(Boolean).join(', ');

/** Lists and objects are compared by content. */
export const isSameValue = (left: unknown, right: unknown) =>
  left === right || JSON.stringify(left) === JSON.stringify(right);
