import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { sayError } from '../platform/i18n.ts';
import { useSchemaForm } from '../ui/form.tsx';
import { faultSentences, type RecordEdit } from './record-edit.ts';

type Values = Record<string, unknown>;

/** What has to be known of a kind of record for a new one to be made. */
export type NewRecord<Rec, In extends Values, Out> = {
  readonly schema: z.core.$ZodType<Out, In>;
  readonly initialValues: In;
  /** Every field of the form, in the order in which they are asked. */
  readonly fields: readonly (keyof In & string)[];
  readonly save: (input: Out) => Promise<Rec>;
  /** Goes where the new record is seen; the form is empty of changes by then. */
  readonly onMade: (record: Rec) => void;
  /** The field that a refusal is about, where its name alone tells. */
  readonly fieldOf?: Readonly<Record<string, keyof In & string>>;
};

/** Making a new record: the form and saving it, for the same frame as editing one. */
export function useRecordCreate<Rec, In extends Values, Out>(kind: NewRecord<Rec, In, Out>): RecordEdit<In, Out> {
  const { fields } = kind;
  const form = useSchemaForm({ schema: kind.schema, initialValues: kind.initialValues, say: sayError });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [made, setMade] = useState<Rec>();

  // whoever leaves a form without changes is not held back, and that is known once it is drawn
  useEffect(() => {
    if (made !== undefined) kind.onMade(made);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a record is made once
  }, [made]);

  async function save(input: Out) {
    if (saving || made !== undefined) return;
    setRefusal(undefined);
    setSaving(true);
    try {
      const record = await kind.save(input);
      form.accept(form.getValues());
      setMade(record);
    } catch (fault) {
      refuse(fault instanceof ApiError ? fault : new ApiError(0));
    } finally {
      setSaving(false);
    }
  }

  function refuse(fault: ApiError) {
    const sentences = faultSentences(fault, fields, kind.fieldOf);
    if (sentences) return form.refuse(sentences);
    // What broke is told to nobody: what was typed is still there, and can be saved again.
    if (!fault.isFault) setRefusal(sayError(fault.code, fault.message));
  }

  return {
    form,
    changed: fields.filter((field) => form.isDirty(field)).length,
    saving,
    refusal,
    conflict: undefined,
    save,
    choose: () => undefined,
    discard: () => {
      form.reset();
      setRefusal(undefined);
    },
  };
}
