import { schemaResolver, useForm } from '@mantine/form';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type * as z from 'zod/mini';
import { type Offer, useDraft } from './drafts.tsx';
import { FieldError } from './field-error.tsx';

type Values = Record<string, unknown>;

type Input<In extends Values, Out> = {
  schema: z.core.$ZodType<Out, In>;
  initialValues: In;
  say: (code: string) => string;
  /**
   * In a dialog: the record that it is about, or that it makes a new one. There nothing is said of a field that is only
   * left: the words would move what somebody is about to click.
   */
  about?: string;
};

/** A form held to the rules of a schema, with what a save bar needs to know of it. */
export type SchemaForm<In extends Values, Out> = UseFormReturnType<In, Out> & {
  readonly changed: number;
  readonly faulty: number;
  readonly element: RefObject<HTMLFormElement | null>;
  /** What was typed an earlier time and not saved. */
  readonly offer: Offer | undefined;
  /** That what is typed now is kept on this device. */
  readonly draftNote: string | undefined;
  submit: () => void;
  focusFirstError: () => void;
  refuse: (sentences: Record<string, string>) => void;
  accept: (values: In) => void;
};

/** Keeps a form: checks a field when it is left and all of them on submit, by the same rules the server applies. */
export function useSchemaForm<In extends Values, Out>({
  schema,
  initialValues,
  say,
  about,
}: Input<In, Out>): SchemaForm<In, Out> {
  const element = useRef<HTMLFormElement>(null);
  const [focusAsked, setFocusAsked] = useState(0);
  const check = schemaResolver(schema, { sync: true });
  const start = useRef(initialValues);
  const sent = useRef(false);
  const [wasSent] = useState(() => () => sent.current);
  const form = useForm<In, Out>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: about === undefined,
    clearInputErrorOnChange: true,
    validate: (values) => mapSentences(check(withoutEmpties(values, start.current)), say),
    transformValues: (values) => parsed(schema, withoutEmpties(values, start.current)),
  });

  const isDirty: typeof form.isDirty = (name) =>
    form.isDirty(name) && !(name !== undefined && isEmptyStill(form.values[name], start.current[name]));
  const changed = Object.keys(form.values).filter((name) => isDirty(name));
  const { offer, note: draftNote } = useDraft({
    values: form.values,
    changed,
    restore: (kept) => form.setValues(kept as Partial<In>),
    about,
    wasSent,
  });

  const sending: (save: Parameters<typeof form.onSubmit>[0]) => typeof save = (save) => (values, event) => {
    sent.current = true;
    return save(values, event);
  };
  // what is typed after it was sent has not been
  useEffect(() => {
    sent.current = false;
  }, [form.values]);

  const focusFirstError = () => element.current?.querySelector<HTMLElement>(faultyInput)?.focus();

  // The fields are marked by the drawing that follows a refusal, so the focus waits for it.
  useEffect(() => {
    if (focusAsked > 0) focusFirstError();
  }, [focusAsked]);

  return {
    ...form,
    isDirty,
    element,
    changed: changed.length,
    offer,
    draftNote,
    faulty: Object.keys(form.errors).length,
    focusFirstError,
    submit: () => element.current?.requestSubmit(),
    onSubmit: (save, refused) =>
      form.onSubmit(sending(save), (...failure) => {
        setFocusAsked((times) => times + 1);
        refused?.(...failure);
      }),
    refuse: (sentences) => {
      form.setErrors(mapSentences(sentences, (sentence) => sentence));
      setFocusAsked((times) => times + 1);
    },
    accept: (values) => {
      start.current = values;
      form.setInitialValues(values);
      form.setValues(values);
      form.clearErrors();
    },
  };
}

/** An input that has to be mended; passwords are marked in a way of their own. */
const faultyInput = '[aria-invalid="true"], input[data-invalid="true"]';

/** A field that was opened and left empty is what it was before: nothing. */
const isEmptyStill = (now: unknown, before: unknown) => (now ?? '') === '' && (before ?? '') === '';

function withoutEmpties<In extends Values>(values: In, before: In): In {
  const entries = Object.entries(values).map(([name, now]) => [
    name,
    isEmptyStill(now, before[name]) ? before[name] : now,
  ]);
  return Object.fromEntries(entries) as In;
}

function mapSentences(errors: FormErrors, say: (code: string) => string): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, code]) => [
      path,
      <FieldError key={path}>{typeof code === 'string' ? say(code) : code}</FieldError>,
    ]),
  );
}

function parsed<In, Out>(schema: z.core.$ZodType<Out, In>, values: In): Out {
  const answer = schema['~standard'].validate(values);
  if (answer instanceof Promise || answer.issues) throw new TypeError('Only checked values are handed on');
  return answer.value;
}
