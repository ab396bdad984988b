import { useId } from 'react';
import type { ReactNode } from 'react';
import { DraftLine } from './drafts.tsx';
import classes from './form.module.css';
import type { SchemaForm } from './use-schema-form.tsx';

export { useSchemaForm } from './use-schema-form.tsx';

type FormProps<In extends Record<string, unknown>, Out> = {
  form: SchemaForm<In, Out>;
  onSubmit: (values: Out) => void | Promise<void>;
  id?: string;
  label?: string;
  children: ReactNode;
};

/** A form that saves what passed its rules, else puts the focus on the first field that did not. */
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
      onSubmit={form.onSubmit((values) => onSubmit(values))}
    >
      {form.offer && <DraftLine offer={form.offer} />}
      {children}
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}

/** One subject of a form: its title with a sentence on the left, its fields on the right. */
export function FormSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** A field that takes the width of both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{children}</div>;
}

/** The label of a field that may be left empty. */
export function OptionalLabel({ label, optional }: { label: string; optional: string }) {
  return (
    <>
      {label} <span className={classes.optional}>{optional}</span>
    </>
  );
}

/** A value that cannot be changed here, drawn like a field with its label. */
export function FixedField({ label, children, mark }: { label: string; children: ReactNode; mark?: ReactNode }) {
  return (
    <div className={classes.field}>
      <span className={classes.label}>{label}</span>
      <span className={classes.fixed}>
        <span className={classes.value}>{children}</span>
        {mark}
      </span>
    </div>
  );
}
