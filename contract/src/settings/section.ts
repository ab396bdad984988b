import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** How a value is shown and filled in. */
export type FieldKind = 'text' | 'switch' | 'choice' | 'duration' | 'colour' | 'picture' | 'group' | 'secret';

/** How far a value binds the places below: they may set their own, may not, or may only be stricter. */
export const settingModes = ['free', 'locked', 'tighten'] as const;
export type SettingMode = (typeof settingModes)[number];

/** One thing that can be set: what a value must be, what holds where nobody has set it, and which way is stricter. */
export type SettingField = {
  readonly kind: FieldKind;
  readonly shape: z.ZodMiniType;
  /** What holds where nobody has set it; null where the installation decides, or nothing holds. */
  readonly standard: unknown;
  /** Which of two values is the stricter one; without it no place can say that those below may only tighten. */
  readonly stricter?: 'less' | 'more';
  readonly choices?: readonly string[];
};

/** The parts of a place's page that sections stand in, each behind a permission of its own. */
export type SettingArea = 'configuration' | 'theme' | 'module';

/** Why the values of a section do not go together, by field. */
export type SectionFault = { readonly field: string; readonly code: ErrorCode };

/** Settings that belong together and are saved together: declared once, read by doors, resolver, forms, imports and tests. */
export type Section = {
  readonly name: string;
  readonly area: SettingArea;
  readonly fields: Readonly<Record<string, SettingField>>;
  /** What all values in force at a place have to keep to together. */
  readonly check?: (values: Readonly<Record<string, unknown>>) => readonly SectionFault[];
};

/** Writes down one section. */
export const section = <const S extends Section>(declared: S): S => declared;

/** A field of a section by its name; nothing where it has none of that name. */
export const fieldOf = ({ fields }: Pick<Section, 'fields'>, name: string): SettingField | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** A value in one way of writing, whatever order its parts were written in. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Whether two values are the same, whatever order their parts were written in. */
export const sameValue = (one: unknown, other: unknown): boolean => written(one) === written(other);

/** Which modes a field can be given. */
export const modesOf = ({ stricter }: SettingField): readonly SettingMode[] =>
  stricter ? settingModes : ['free', 'locked'];

/** Whether one value is less strict than another, so that it may not stand below it where one may only tighten. */
export function isLooser({ stricter }: SettingField, value: unknown, bound: unknown): boolean {
  if (!stricter || typeof value !== typeof bound) return false;
  const [one, other] = [value, bound] as [string, string];
  return stricter === 'less' ? one > other : one < other;
}
