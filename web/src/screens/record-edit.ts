import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { formatMoment, sayError, useLanguage, useT } from '../platform/i18n.ts';
import { useSchemaForm } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import type { Difference } from '../ui/two-versions.tsx';

type Stored = { readonly version: number; readonly updatedDate: string };
type Values = Record<string, unknown>;
type FieldOf<In> = keyof In & string;

/** What has to be known of a kind of record for it to be edited. */
export type RecordKind<Rec extends Stored, In extends Values, Out> = {
  readonly schema: z.core.$ZodType<Out, In>;
  /** Takes a record out of a refusal; undefined where there is none. */
  readonly read: (current: unknown) => Rec | undefined;
  /** The part of the record that the form is filled with. */
  readonly values: (record: Rec) => In;
  /** Every field of the form, in the order in which they are asked. */
  readonly fields: readonly FieldOf<In>[];
  /** A field that only goes with a change, and is none by itself: the password that a change needs. */
  readonly companion?: FieldOf<In>;
  readonly label: (field: FieldOf<In>) => string;
  readonly text: (field: FieldOf<In>, value: In[FieldOf<In>]) => string;
  readonly save: (change: { input: Out; version: number }) => Promise<Rec>;
  /** A newer version has come to light, saved by somebody else. */
  readonly onNewer: (record: Rec) => void;
  /** Says that it is saved, and sees to what follows from that. */
  readonly onSaved: (record: Rec) => void;
  /** The field that a refusal is about, where its name alone tells. */
  readonly fieldOf?: Readonly<Record<string, FieldOf<In>>>;
  /** Deals with a refusal in its own way, and says whether it did. */
  readonly onRefused?: (fault: ApiError, refuse: (sentences: Record<string, string>) => void) => boolean;
};

/** What a form needs of the editing of one record. */
export type RecordEdit<In extends Values, Out> = ReturnType<typeof useRecordEdit<Stored, In, Out>>;

type Conflict<In> = { yours: In; theirs: In; fields: FieldOf<In>[]; kept: string; when: string };

/** Editing one stored record: the form, saving it, and what is to be settled when somebody else was faster. */
export function useRecordEdit<Rec extends Stored, In extends Values, Out>(record: Rec, kind: RecordKind<Rec, In, Out>) {
  const t = useT();
  const [reader] = useLanguage();
  const notify = useNotify();
  const { fields, companion } = kind;
  const form = useSchemaForm({ schema: kind.schema, initialValues: kind.values(record), say: sayError });
  const [{ version, ground }, setGround] = useState({ version: record.version, ground: kind.values(record) });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Conflict<In>>();

  const dirty = (field: FieldOf<In>) => form.isDirty(field);
  const changed = fields.filter((field) => field !== companion && dirty(field)).length;
  const only = (values: In, wanted: (field: FieldOf<In>) => boolean): Partial<In> =>
    Object.fromEntries(fields.filter(wanted).map((field) => [field, values[field]])) as Partial<In>;

  /** Takes a newer version as the ground to stand on, and puts what is to be kept over it. */
  function standOn(newer: Rec, keep: Partial<In>) {
    const values = kind.values(newer);
    form.accept(values);
    form.setValues(keep);
    setGround({ version: newer.version, ground: values });
  }

  // A newer version may come by itself, a new picture for one: nothing that is being typed is lost by it.
  useEffect(() => {
    if (record.version > version && !saving) settleWith(record);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what the server tells anew counts
  }, [record]);

  async function save(input: Out) {
    if (changed === 0 || saving) return;
    const sent = form.getValues();
    setRefusal(undefined);
    setSaving(true);
    try {
      const saved = await kind.save({ input, version });
      const typed = form.getValues();
      standOn(
        saved,
        only(typed, (field) => !same(typed[field], sent[field])),
      );
      setConflict(undefined);
      kind.onSaved(saved);
    } catch (fault) {
      refuse(fault instanceof ApiError ? fault : new ApiError(0));
    } finally {
      setSaving(false);
    }
  }

  function refuse(fault: ApiError) {
    const theirs = fault.code === 'record.stale' ? kind.read(fault.current) : undefined;
    if (theirs) {
      const kept = settleWith(theirs);
      kind.onNewer(theirs);
      if (kept === undefined) return;
      return notify.info(kept ? t('screens.record.keptAll', { fields: kept }) : t('screens.record.sameAlready'));
    }
    if (kind.onRefused?.(fault, form.refuse)) return;
    const sentences = faultSentences(fault, fields, kind.fieldOf);
    if (sentences) return form.refuse(sentences);
    // What broke is told to nobody: what was typed is still there, and can be saved again.
    if (!fault.isFault) setRefusal(sayError(fault.code, fault.message));
  }

  /** Asks about the fields that both have touched, and says what is kept where there is nothing to ask. */
  function settleWith(newer: Rec): string | undefined {
    const [yours, theirs] = [form.getValues(), kind.values(newer)];
    const differing = fields.filter((field) => field !== companion && !same(yours[field], theirs[field]));
    // What only one of the two has touched is no question: theirs is there already, yours stays.
    const touched = differing.filter((field) => !same(theirs[field], ground[field]));
    const asked = touched.some(dirty) ? touched : [];
    const kept = new Intl.ListFormat(reader, { type: 'conjunction' }).format(
      differing.filter((field) => same(theirs[field], ground[field])).map((field) => kind.label(field)),
    );
    standOn(newer, only(yours, dirty));
    const when = formatMoment(newer.updatedDate);
    setConflict(asked.length > 0 ? { yours, theirs, fields: asked, kept, when } : undefined);
    return asked.length > 0 ? undefined : kept;
  }

  /** What is in the form wins over what was there when the question came up: it may have been typed on. */
  const differences = conflict?.fields.map((field): Difference => {
    const [now, theirs] = [form.values[field], conflict.theirs[field]];
    const yours = same(now, theirs) ? conflict.yours[field] : now;
    return {
      id: field,
      label: kind.label(field),
      yours: kind.text(field, yours),
      theirs: kind.text(field, theirs),
      chosen: same(now, theirs) ? 'theirs' : 'yours',
    };
  });

  return {
    form,
    changed,
    saving,
    refusal,
    conflict: conflict && differences && { when: conflict.when, kept: conflict.kept, differences },
    save,
    choose: (field: string, side: 'yours' | 'theirs') => {
      if (conflict) form.setValues(only(conflict[side], (name) => name === field));
    },
    discard: () => {
      form.reset();
      setConflict(undefined);
      setRefusal(undefined);
    },
  };
}

/** What a refusal says under which fields; undefined when it is about none of them. */
export function faultSentences(
  fault: ApiError,
  fields: readonly string[],
  fieldOf: Readonly<Record<string, string>> = {},
): Record<string, string> | undefined {
  const named = fieldOf[fault.code];
  const said = fault.errors.map(({ path, messageCode, message }) => [
    fieldAt(path, fields),
    sayError(messageCode, message),
  ]);
  const sentences = named ? [[named, sayError(fault.code, fault.message)]] : said.filter(([field]) => field);
  return sentences.length > 0 ? (Object.fromEntries(sentences) as Record<string, string>) : undefined;
}

/** The field that a path leads into: `region.0` is said under `region`. */
const fieldAt = (path: string, fields: readonly string[]) =>
  fields.find((field) => path === field || path.startsWith(`${field}.`));

/** Whether two values of a field are the same; lists are compared by what is in them. */
const same = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
