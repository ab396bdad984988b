import { PasswordInput } from '@mantine/core';
import { type PasswordReset, passwordReset, usualRules } from '@storeward/contract/passwords';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { Form, useSchemaForm } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { keysBy, sayPasswordFault, sayRules } from './password-rules.ts';
import { changePassword, passwordRules } from './queries.ts';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

type Props = {
  label: string;
  /** How the fields stand among each other. */
  className: string | undefined;
  /** Is told in the server's words that the password is another one now. */
  onChanged: (said: string) => void | Promise<void>;
  /** The buttons: whether a change is under way, and whether what is typed could be sent. */
  children: (state: { busy: boolean; ready: boolean }) => ReactNode;
};

/** Replaces the reader's own password: the old one, and a new one typed twice by the rules of their place. */
export function ChangePasswordForm({ label, className, onChanged, children }: Props) {
  const t = useT();
  const notify = useNotify();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const { data: rules = usualRules } = useQuery({ ...passwordRules(), meta: { quiet: true } });
  const schema = passwordReset(rules);
  const form = useSchemaForm({ schema, initialValues: empty, say: sayPasswordFault(rules) });

  async function change(typed: PasswordReset) {
    setBusy(true);
    try {
      const said = await changePassword(typed);
      form.reset();
      await onChanged(said);
    } catch (fault) {
      const { code, message, messageCode, status } = fault instanceof ApiError ? fault : new ApiError(0);
      // A lost session is told on the sign-in page.
      if (status !== 401 && status !== 403) notify.error(sayError(code, message), { code: messageCode });
    }
    setBusy(false);
  }

  const field = (name: keyof typeof empty, words: string) => (
    <PasswordInput
      label={words}
      description={name === 'newPassword' ? sayRules(rules) : undefined}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      required
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('passwords.change.show', { field: words }) }}
      visibilityToggleIcon={EyeIcon}
      {...keysBy(rules)}
      {...form.getInputProps(name)}
    />
  );

  return (
    <Form form={form} onSubmit={change} label={label}>
      <div className={className}>
        {/* for password managers, which want to know whose password it is */}
        <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
        {field('oldPassword', t('passwords.change.old'))}
        {field('newPassword', t('passwords.change.new'))}
        {field('confirmPassword', t('passwords.change.confirm'))}
        {children({ busy, ready: schema.safeParse(form.values).success })}
      </div>
    </Form>
  );
}

const EyeIcon = ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} />;
