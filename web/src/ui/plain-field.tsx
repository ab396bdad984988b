import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Icon } from './icon.tsx';
import './plain.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  fault?: ReactNode;
  hint?: string | undefined;
};

/** A field without the component library, drawn as the sign-in form's are: label above, fault or hint below. */
export function PlainField({ label, fault, hint, children, ...input }: Props & { children?: ReactNode }) {
  const id = useId();
  const told = fault || hint ? `${id}-told` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <input id={id} aria-invalid={Boolean(fault)} aria-describedby={told} {...input} />
        {children}
      </div>
      {told && (
        <div id={told} className={fault ? 'fault' : 'hint'}>
          {fault || hint}
        </div>
      )}
    </div>
  );
}

/** A field whose text stays hidden unless its eye is opened. */
export function PlainSecret({ show, ...field }: Props & { show: string }) {
  const [shown, setShown] = useState(false);
  return (
    <PlainField {...field} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        className="eye"
        aria-label={show}
        aria-pressed={shown}
        onClick={() => setShown((before) => !before)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </button>
    </PlainField>
  );
}

/** A word about the whole form: red for a failure, green for a success. */
export function PlainNotice({ kind, children }: { kind: 'failure' | 'success'; children: ReactNode }) {
  const failed = kind === 'failure';
  return (
    <div
      className="notice"
      role={failed ? 'alert' : 'status'}
      data-red={failed || undefined}
      data-green={!failed || undefined}
    >
      <p>{children}</p>
    </div>
  );
}
