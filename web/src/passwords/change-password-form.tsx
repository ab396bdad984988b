import { PasswordInput } from '@mantine/core';
import { type PasswordReset, passwordReset, defaultPasswordRules } from '@storeward/contract/passwords';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { useSession } from '../platform/session/session.ts';
import { Form, useSchemaForm } from '../ui/form/schema-form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { passwordKeyHandlers, passwordErrorText, passwordRulesText } from './password-rules.ts';
import { changePassword, passwordRulesQuery } from './queries.ts';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

type Props = {
  label: string;
  /** Class of the field container. */
  className: string | undefined;
  /** Called with the server's message after the password was changed. */
  onChanged: (message: string) => void | Promise<void>;
  /** Renders the buttons; `ready` means that all fields are valid. */
  children: (state: { busy: boolean; ready: boolean }) => ReactNode;
};

/** Changes the user's own password: old password and new password twice. */
export function ChangePasswordForm({ label, className, onChanged, children }: Props) {
  const t = useT();
  const notify = useNotify();
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  const { data: rules = defaultPasswordRules } = useQuery({ ...passwordRulesQuery(), meta: { quiet: true } });
  const schema = passwordReset(rules);
  const form = useSchemaForm({ schema, initialValues: empty, errorMessage: passwordErrorText(rules) });

  async function change(input: PasswordReset) {
    setBusy(true);
    try {
      const message = await changePassword(input);
      form.reset();
      await onChanged(message);
    } catch (error) {
      const { code, message, messageCode, status } = error instanceof ApiError ? error : new ApiError(0);
      // A lost session redirects to the sign-in page, which shows its own message.
      if (status !== 401 && status !== 403) notify.error(errorMessage(code, message), { code: messageCode });
    }
    setBusy(false);
  }

  const renderField = (name: keyof typeof empty, fieldLabel: string) => (
    <PasswordInput
      label={fieldLabel}
      description={name === 'newPassword' ? passwordRulesText(rules) : undefined}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      required
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('passwords.change.show', { field: fieldLabel }) }}
      visibilityToggleIcon={EyeIcon}
      {...passwordKeyHandlers(rules)}
      {...form.getInputProps(name)}
    />
  );

  return (
    <Form form={form} onSubmit={change} label={label}>
      <div className={className}>
        {/* lets password managers identify the account */}
        <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
        {renderField('oldPassword', t('passwords.change.old'))}
        {renderField('newPassword', t('passwords.change.new'))}
        {renderField('confirmPassword', t('passwords.change.confirm'))}
        {children({ busy, ready: schema.safeParse(form.values).success })}
      </div>
    </Form>
  );
}

const EyeIcon = ({ reveal }: { reveal: boolean }) => <Icon name={reveal ? 'eye-off' : 'eye'} />;
