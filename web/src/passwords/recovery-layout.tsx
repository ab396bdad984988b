import type { Domain } from '@storeward/contract/organisations';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../platform/text/i18n.ts';
import type { SchemaForm } from '../ui/form/schema-form.tsx';

/**
 * Navigates within the recovery pages without a page load, so that a reset token in the path is not sent in a page
 * request.
 */
export type OpenPath = (path: string) => void;

/** Title and text common to all recovery pages. */
export function RecoverySection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <h1 className="title">{title}</h1>
      {text && <p className="text">{text}</p>}
      {children}
    </>
  );
}

export function BackToLogin() {
  const t = useT();
  return (
    <p className="back">
      <a href="/login">{t('passwords.forgot.back')}</a>
    </p>
  );
}

export function SubmitButton({ busy, disabled, children }: { busy: boolean; disabled?: boolean; children: ReactNode }) {
  return (
    <button className="button" type="submit" aria-busy={busy} disabled={disabled}>
      {children}
    </button>
  );
}

/** Domain select; hidden for a single domain. */
export function DomainField({
  domains,
  ...field
}: {
  domains: readonly Domain[];
  name: string;
  value: string;
  onChange: unknown;
}) {
  const t = useT();
  if (domains.length < 2) return null;
  return (
    <div className="field">
      <label htmlFor="domain">{t('passwords.forgot.domain')}</label>
      <div className="control">
        <select id="domain" {...(field as object)}>
          {domains.map(({ domainName }) => (
            <option key={domainName} value={domainName}>
              @{domainName}
            </option>
          ))}
        </select>
        <svg className="icon" viewBox="0 0 20 20" aria-hidden>
          <path d="m6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5" />
        </svg>
      </div>
    </div>
  );
}

export const defaultDomainName = (domains: readonly Domain[]): string =>
  domains.find(({ isDefault }) => isDefault)?.domainName ?? '';

/** Props that bind a plain field to a form field. */
export function fieldProps<In extends Record<string, unknown>, Out>(
  form: SchemaForm<In, Out>,
  name: keyof In & string,
) {
  const { error, ...field } = form.getInputProps(name) as { error?: ReactNode; value: string; onChange: () => void };
  return { ...field, name, error };
}
