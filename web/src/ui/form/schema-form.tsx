import { schemaResolver, useForm } from '@mantine/form';
import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { refusedCharacter } from '@storeward/contract/fields';
import { isPhoneField } from '@storeward/contract/phone-number';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode, RefObject } from 'react';
import type * as z from 'zod/mini';
import { afterPress } from '../dialog/after-press.ts';
import { DraftNotice, type DraftOffer, useDraft } from './drafts.tsx';
import { FieldError } from './field-error.tsx';
import classes from './form.module.css';

type Values = Record<string, unknown>;

type SchemaFormOptions<In extends Values, Out> = {
  schema: z.core.$ZodType<Out, In>;
  initialValues: In;
  errorMessage: (code: string) => string;
  /**
   * Set in dialogs: key of the edited record, or of a new one. Disables validation on blur, because a message
   * appearing there would move the button being clicked.
   */
  recordKey?: string;
};

/** Mantine form with schema validation, change tracking and drafts. */
export type SchemaForm<In extends Values, Out> = UseFormReturnType<In, Out> & {
  readonly changedCount: number;
  readonly errorCount: number;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Draft of an earlier visit. */
  readonly draftOffer: DraftOffer | undefined;
  /** Note that a draft is stored on this device. */
  readonly draftNote: string | undefined;
  submit: () => void;
  focusFirstError: () => void;
  /** Validates a field that has lost the focus, after the click that took it: its target must not move before. */
  validateOnBlur: (name: string) => void;
  /** Marks fields with texts that follow the language, such as `errorText`. */
  showErrors: (texts: Record<string, ReactElement>) => void;
  setSavedValues: (values: In) => void;
};

/** Form state validated against the same schema as on the server: per field on blur, all fields on submit. */
export function useSchemaForm<In extends Values, Out>({
  schema,
  initialValues,
  errorMessage,
  recordKey,
}: SchemaFormOptions<In, Out>): SchemaForm<In, Out> {
  const element = useRef<HTMLFormElement>(null);
  const [focusRequests, setFocusRequests] = useState(0);
  const validate = schemaResolver(schema, { sync: true });
  const savedValues = useRef(initialValues);
  const submitted = useRef(false);
  const [wasSubmitted] = useState(() => () => submitted.current);
  const form = useForm<In, Out>({
    mode: 'controlled',
    initialValues,
    clearInputErrorOnChange: true,
    validate: (values) => validate(normaliseEmpty(values, savedValues.current)),
    transformValues: (values) => parseValues(schema, normaliseEmpty(values, savedValues.current)),
  });

  const isDirty: typeof form.isDirty = (name) =>
    form.isDirty(name) && !(name !== undefined && isStillEmpty(form.values[name], savedValues.current[name]));
  const changedNames = Object.keys(form.values).filter((name) => isDirty(name));
  const { offer: draftOffer, note: draftNote } = useDraft({
    values: form.values,
    changed: changedNames,
    restore: (draftValues) => form.setValues(draftValues as Partial<In>),
    recordKey,
    wasSubmitted,
  });

  const markSubmitted: (save: Parameters<typeof form.onSubmit>[0]) => typeof save = (save) => (values, event) => {
    submitted.current = true;
    return save(values, event);
  };
  // edits after a submit are unsent again
  useEffect(() => {
    submitted.current = false;
  }, [form.values]);

  const focusFirstError = () => element.current?.querySelector<HTMLElement>(invalidInputSelector)?.focus();

  // Invalid fields are marked in the next render, so the focus is set after it.
  useEffect(() => {
    if (focusRequests > 0) focusFirstError();
  }, [focusRequests]);

  // The state holds error codes, since the language may change while they are shown.
  const errors = toFieldErrors(form.errors, form.values, errorMessage);
  const validateOnBlur = (name: string) =>
    afterPress(() => {
      // a submit has validated it, and its answer may be shown already
      if (!submitted.current) void form.validateField(name);
    });
  const getInputProps: typeof form.getInputProps = (name, options) => {
    const props: ReturnType<typeof form.getInputProps> = form.getInputProps(name, options);
    const blurring = recordKey === undefined && { onBlur: () => validateOnBlur(String(name)) };
    return { ...props, ...blurring, ...('error' in props && { error: errors[name] }) };
  };

  return {
    ...form,
    errors,
    getInputProps,
    isDirty,
    element,
    changedCount: changedNames.length,
    draftOffer,
    draftNote,
    errorCount: Object.keys(form.errors).length,
    focusFirstError,
    validateOnBlur,
    submit: () => element.current?.requestSubmit(),
    onSubmit: (save, onInvalid) =>
      form.onSubmit(markSubmitted(save), (...failure) => {
        setFocusRequests((times) => times + 1);
        onInvalid?.(...failure);
      }),
    showErrors: (texts) => {
      form.setErrors(texts);
      setFocusRequests((times) => times + 1);
    },
    setSavedValues: (values) => {
      savedValues.current = values;
      form.setInitialValues(values);
      form.setValues(values);
      form.clearErrors();
    },
  };
}

type FormProps<In extends Record<string, unknown>, Out> = {
  form: SchemaForm<In, Out>;
  onSubmit: (values: Out) => void | Promise<void>;
  id?: string;
  label?: string;
  children: ReactNode;
};

/**
 * Form element bound to `useSchemaForm`. On submit it calls `onSubmit` with parsed values, or focuses the first
 * invalid field.
 */
export function Form<In extends Record<string, unknown>, Out>({
  form,
  onSubmit,
  id,
  label,
  children,
}: FormProps<In, Out>) {
  return (
    <form
      ref={form.element}
      id={id}
      aria-label={label}
      tabIndex={-1}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        // in React's component tree the form of a dialog can be inside that of the page
        event.stopPropagation();
        form.onSubmit((values) => onSubmit(values))(event);
      }}
    >
      {children}
      {form.draftOffer && (
        <DraftNotice offer={form.draftOffer} onDone={() => form.element.current?.focus({ preventScroll: true })} />
      )}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}

/** Mantine's PasswordInput marks invalid inputs with `data-invalid` only. */
const invalidInputSelector = '[aria-invalid="true"], input[data-invalid="true"]';

/** An empty field that was empty before (null, undefined or '') counts as unchanged. */
const isStillEmpty = (current: unknown, saved: unknown) => (current ?? '') === '' && (saved ?? '') === '';

function normaliseEmpty<In extends Values>(values: In, saved: In): In {
  const entries = Object.entries(values).map(([name, current]) => [
    name,
    isStillEmpty(current, saved[name]) ? saved[name] : current,
  ]);
  return Object.fromEntries(entries) as In;
}

function toFieldErrors(errors: FormErrors, values: Values, errorMessage: (code: string) => string): FormErrors {
  const message = (path: string, code: string) =>
    `${errorMessage(code)} ${(code === 'field.invalidCharacter' && refusedPhoneCharacter(path, values[path])) || ''}`.trim();
  return Object.fromEntries(
    Object.entries(errors).map(([path, code]) => [
      path,
      <FieldError key={path}>{typeof code === 'string' ? message(path, code) : code}</FieldError>,
    ]),
  );
}

const refusedPhoneCharacter = (path: string, value: unknown) =>
  isPhoneField(path) && typeof value === 'string' ? refusedCharacter(path, value) : undefined;

function parseValues<In, Out>(schema: z.core.$ZodType<Out, In>, values: In): Out {
  const result = schema['~standard'].validate(values);
  if (result instanceof Promise || result.issues) throw new TypeError('Only checked values are handed on');
  return result.value;
}
