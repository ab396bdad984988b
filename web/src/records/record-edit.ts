import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { errorMessage, useLanguage, useT } from '../platform/text/i18n.ts';
import { useSchemaForm } from '../ui/form/schema-form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import {
  type Authorship,
  authorText,
  conflictChoices,
  isSameValue,
  type PartConflict,
  type Side,
} from './record-conflict.ts';

type VersionedRecord = { readonly version: number; readonly updatedDate: string };
type Values = Record<string, unknown>;
type FieldOf<In> = keyof In & string;

export type RecordEditOptions<Rec extends VersionedRecord, In extends Values, Out> = {
  readonly schema: z.core.$ZodType<Out, In>;
  /** Parses the current record of a conflict response; `undefined` if there is none. */
  readonly read: (current: unknown) => Rec | undefined;
  readonly values: (record: Rec) => In;
  /** The fields in the order of the form. */
  readonly fields: readonly FieldOf<In>[];
  /** A field sent along with a change that does not count as one, such as the current password. */
  readonly reauthenticationField?: FieldOf<In>;
  readonly label: (field: FieldOf<In>) => string;
  readonly text: (field: FieldOf<In>, value: In[FieldOf<In>]) => string;
  /**
   * For a field whose value is a set of changes of parts: the parts that the user and another user have changed
   * differently since the base version. Undefined for other fields, whose values are compared.
   */
  readonly conflictingParts?: (
    field: FieldOf<In>,
    yours: In[FieldOf<In>],
    base: Rec,
    newer: Rec,
  ) => readonly PartConflict<In[FieldOf<In>]>[] | undefined;
  /** Who has saved the value of a field, and when; undefined if that is unknown. */
  readonly authorOf?: (field: FieldOf<In>, record: Rec) => Authorship | undefined;
  /** Who has changed the record last; undefined if the record does not name them. */
  readonly changedBy?: (record: Rec) => string | null;
  /** Saves the values; `record` is the version that they are based on. */
  readonly save: (change: { input: Out; version: number; record: Rec }) => Promise<Rec>;
  /** Another user has saved a newer version. */
  readonly onNewer: (record: Rec) => void;
  readonly onSaved: (record: Rec) => void;
  /** Maps error codes to the field they belong to. */
  readonly fieldOf?: Readonly<Record<string, FieldOf<In>>>;
  /** Unexpected failures are logged only, as is required for the data of users: no message, the form stays changed. */
  readonly logsFailures?: boolean;
  /** Custom error handling; returns whether the error was handled. */
  readonly onError?: (error: ApiError, showError: (texts: Record<string, ReactElement>) => void) => boolean;
};

export type RecordEdit<In extends Values, Out> = ReturnType<typeof useRecordEdit<VersionedRecord, In, Out>>;

type Conflict<In> = {
  yours: In;
  theirs: In;
  fields: FieldOf<In>[];
  parts: ReadonlyMap<string, readonly PartConflict<In[FieldOf<In>]>[] | undefined>;
  authors: ReadonlyMap<string, Authorship | undefined>;
  keptFields: string;
  change: Authorship;
};

/** What was kept of the form while another user has saved something else. */
type Merged = { readonly keptFields: string; readonly change: Authorship };

/** The form state of a stored record: saving with optimistic locking, and merging concurrent changes field by field. */
export function useRecordEdit<Rec extends VersionedRecord, In extends Values, Out>(
  record: Rec,
  options: RecordEditOptions<Rec, In, Out>,
) {
  const t = useT();
  const [locale] = useLanguage();
  const notify = useNotify();
  const { fields, reauthenticationField } = options;
  const form = useSchemaForm({ schema: options.schema, initialValues: options.values(record), errorMessage });
  const [{ saved: baseRecord, base }, setBase] = useState({ saved: record, base: options.values(record) });
  const { version } = baseRecord;
  const [saving, setSaving] = useState(false);
  const [submitError, setSubmitError] = useState<ReactNode>();
  const [conflict, setConflict] = useState<Conflict<In>>();
  const [merged, setMerged] = useState<Merged>();

  const isDirty = (field: FieldOf<In>) => form.isDirty(field);
  const changed = fields.filter((field) => field !== reauthenticationField && isDirty(field)).length;
  const pick = (values: In, include: (field: FieldOf<In>) => boolean): Partial<In> =>
    Object.fromEntries(fields.filter(include).map((field) => [field, values[field]])) as Partial<In>;

  /** Makes a newer version the base of the form and reapplies the values to keep. */
  function rebase(newer: Rec, keptValues: Partial<In>) {
    const values = options.values(newer);
    form.setSavedValues(values);
    form.setValues(keptValues);
    setBase({ saved: newer, base: values });
  }

  // A newer version may arrive by refetching, for example after an image upload; typed values are kept.
  useEffect(() => {
    if (record.version > version && !saving) mergeWith(record);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new record of the server counts
  }, [record]);

  async function save(input: Out) {
    if (changed === 0 || saving) return;
    const sent = form.getValues();
    setSubmitError(undefined);
    setSaving(true);
    try {
      const saved = await options.save({ input, version, record: baseRecord });
      const typed = form.getValues();
      rebase(
        saved,
        pick(typed, (field) => !isSameValue(typed[field], sent[field])),
      );
      setConflict(undefined);
      setMerged(undefined);
      options.onSaved(saved);
    } catch (error) {
      showError(error instanceof ApiError ? error : new ApiError(0));
    } finally {
      setSaving(false);
    }
  }

  const changeOf = (newer: Rec): Authorship => ({ by: options.changedBy?.(newer) ?? null, since: newer.updatedDate });

  function showError(error: ApiError) {
    const theirs = error.code === 'record.stale' ? options.read(error.current) : undefined;
    if (theirs) {
      const keptFields = mergeWith(theirs);
      options.onNewer(theirs);
      if (keptFields === undefined) return;
      if (keptFields === '') return notify.info(t('records.form.alreadySaved'));
      return setMerged({ keptFields, change: changeOf(theirs) });
    }
    if (options.onError?.(error, form.showErrors)) return;
    const fieldErrors = fieldErrorsOf(error, fields, options.fieldOf);
    if (fieldErrors) return form.showErrors(fieldErrors);
    if (!error.isUnexpected || !options.logsFailures) setSubmitError(errorText(error.code, error.message));
  }

  /**
   * Starts conflict resolution for fields changed on both sides. Without such fields, returns the labels of the fields
   * that are kept.
   */
  function mergeWith(newer: Rec): string | undefined {
    const [yours, theirs] = [form.getValues(), options.values(newer)];
    const differing = fields.filter(
      (field) => field !== reauthenticationField && !isSameValue(yours[field], theirs[field]),
    );
    // A field changed on one side only is no conflict.
    const parts = new Map(
      differing.map((field) => [field, options.conflictingParts?.(field, yours[field], baseRecord, newer)]),
    );
    const changedByOther = differing.filter((field) => {
      const conflicting = parts.get(field);
      return conflicting ? conflicting.length > 0 : !isSameValue(theirs[field], base[field]);
    });
    const conflictingFields = changedByOther.some(isDirty) ? changedByOther : [];
    const keptFields = new Intl.ListFormat(locale, { type: 'conjunction' }).format(
      differing.filter((field) => !changedByOther.includes(field)).map((field) => options.label(field)),
    );
    const kept = pick(yours, isDirty);
    for (const field of conflictingFields)
      for (const part of parts.get(field) ?? []) kept[field] = part.choose(kept[field] ?? theirs[field], 'yours');
    rebase(newer, kept);
    setMerged(undefined);
    const authors = new Map(conflictingFields.map((field) => [field, options.authorOf?.(field, newer)]));
    setConflict(
      conflictingFields.length > 0
        ? { yours, theirs, fields: conflictingFields, parts, authors, keptFields, change: changeOf(newer) }
        : undefined,
    );
    return conflictingFields.length > 0 ? undefined : keptFields;
  }

  const choices = conflict?.fields.flatMap((field) =>
    conflictChoices(
      field,
      {
        label: options.label(field),
        yours: conflict.yours[field],
        theirs: conflict.theirs[field],
        parts: conflict.parts.get(field),
        author: conflict.authors.get(field),
        text: (value) => options.text(field, value),
      },
      form.values[field],
    ).map((choice) => ({ field, ...choice })),
  );

  return {
    form,
    changed,
    saving,
    submitError,
    conflict: conflict &&
      choices && {
        change: authorText(conflict.change),
        keptFields: conflict.keptFields,
        differences: choices.map(({ difference }) => difference),
      },
    merged: merged && { ...merged, change: authorText(merged.change) },
    endConflict: () => setConflict(undefined),
    save,
    chooseSide: (id: string, side: Side) => {
      const choice = choices?.find(({ difference }) => difference.id === id);
      if (choice) form.setValues({ [choice.field]: choice.valueOf(side) } as Partial<In>);
    },
    discard: () => {
      form.reset();
      setConflict(undefined);
      setMerged(undefined);
      setSubmitError(undefined);
    },
  };
}

/** Error texts by field; `undefined` if the error belongs to no field. */
export function fieldErrorsOf(
  error: ApiError,
  fields: readonly string[],
  fieldOf: Readonly<Record<string, string>> = {},
): Record<string, ReactElement> | undefined {
  const namedField = fieldOf[error.code];
  const reported = error.errors.map(
    ({ path, messageCode, message }) => [fieldAtPath(path, fields), errorText(messageCode, message)] as const,
  );
  const fieldErrors = namedField
    ? [[namedField, errorText(error.code, error.message)] as const]
    : reported.filter(([field]) => field);
  return fieldErrors.length > 0 ? (Object.fromEntries(fieldErrors) as Record<string, ReactElement>) : undefined;
}

/** The field of an error path: `region.0` belongs to `region`. */
const fieldAtPath = (path: string, fields: readonly string[]) =>
  fields.find((field) => path === field || path.startsWith(`${field}.`));
