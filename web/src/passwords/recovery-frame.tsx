import type { Domain } from '@storeward/contract/organisations';
import { type ReactNode, useEffect } from 'react';
import { useT } from '../platform/i18n.ts';
import type { SchemaForm } from '../ui/use-schema-form.tsx';

/** Opens an address among these pages without loading a new one, so that a token in it never travels with a page. */
export type Open = (path: string) => void;

/** What all these pages have in common: a title, and a sentence on what is done here. */
export function Titled({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <h1 className="title">{title}</h1>
      {text && <p className="words">{text}</p>}
      {children}
    </>
  );
}

/** The way back to the sign-in form. */
export function BackToLogin() {
  const t = useT();
  return (
    <p className="back">
      <a href="/login">{t('passwords.forgot.back')}</a>
    </p>
  );
}

/** A button that goes on, or shows that something is under way. */
export function GoOn({ busy, disabled, children }: { busy: boolean; disabled?: boolean; children: ReactNode }) {
  return (
    <button className="act" type="submit" aria-busy={busy} disabled={disabled}>
      {children}
    </button>
  );
}

/** In which of the portal's domains somebody is looked for; there is a choice only where there are several. */
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
        <svg className="sign" viewBox="0 0 20 20" aria-hidden>
          <path d="m6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5" />
        </svg>
      </div>
    </div>
  );
}

/** The domain that is meant unless another one is chosen. */
export const usualDomain = (domains: readonly Domain[]): string =>
  domains.find(({ isDefault }) => isDefault)?.domainName ?? '';

/** What connects a plain field with its place in a form. */
export function inForm<In extends Record<string, unknown>, Out>(form: SchemaForm<In, Out>, name: keyof In & string) {
  const { error, ...field } = form.getInputProps(name) as { error?: ReactNode; value: string; onChange: () => void };
  return { ...field, name, fault: error };
}
