import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import './plain.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & {
  label: string;
  error?: ReactNode;
  hint?: string | undefined;
};

/** Text field without the component library, for the sign-in page's bytes, styled like the sign-in form: label above, error or hint below. */
export function PlainField({ label, error, hint, children, ...input }: Props & { children?: ReactNode }) {
  const id = useId();
  const descriptionId = error || hint ? `${id}-description` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="control">
        <input id={id} aria-invalid={Boolean(error)} aria-describedby={descriptionId} {...input} />
        {children}
      </div>
      {descriptionId && (
        <div id={descriptionId} className={error ? 'error' : 'hint'}>
          {error || hint}
        </div>
      )}
    </div>
  );
}

/** Password field with a visibility toggle. */
export function PlainPasswordField({ showLabel, ...field }: Props & { showLabel: string }) {
  const [isVisible, setVisible] = useState(false);
  return (
    <PlainField {...field} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        className="eye"
        aria-label={showLabel}
        aria-pressed={isVisible}
        onClick={() => setVisible((previous) => !previous)}
      >
        <Icon name={isVisible ? 'eye-off' : 'eye'} />
      </button>
    </PlainField>
  );
}

/** Form-level message: red for a failure, green for a success. */
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
