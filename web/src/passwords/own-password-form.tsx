import { Button, PasswordInput } from '@mantine/core';
import { type PasswordReset, passwordReset, usualRules } from '@storeward/contract/passwords';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '../platform/api.ts';
import { sayError, sayMessage, useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { Form, FormSection, useSchemaForm, Wide } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './own-password-form.module.css';
import { changePassword, passwordRules } from './queries.ts';

const empty = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the reader's own password by the old one. */
export function OwnPasswordForm() {
  const t = useT();
  const notify = useNotify();
  const { user } = useSession();
  const changing = useMutation({ meta: { quiet: true }, mutationFn: changePassword });
  const { data: rules = usualRules } = useQuery(passwordRules());
  const form = useSchemaForm({ schema: passwordReset(rules), initialValues: empty, say: sayError });

  async function change(typed: PasswordReset) {
    try {
      await changing.mutateAsync(typed);
      form.reset();
      notify.success(sayMessage('password.updated'));
    } catch (fault) {
      const { code, message } = fault instanceof ApiError ? fault : new ApiError(0);
      notify.error(sayError(code, message));
    }
  }

  return (
    <FormSection title={t('profile.password.title')} text={t('profile.password.text')}>
      <Wide>
        <Form form={form} onSubmit={change} label={t('profile.password.title')}>
          <div className={classes.fields}>
            {/* for password managers, which want to know whose password it is */}
            <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
            <PasswordInput
              label={t('profile.password.old')}
              autoComplete="current-password"
              {...form.getInputProps('oldPassword')}
            />
            <PasswordInput
              label={t('profile.password.new')}
              description={t('profile.password.rule', { count: rules.minimum })}
              autoComplete="new-password"
              {...form.getInputProps('newPassword')}
            />
            <PasswordInput
              label={t('profile.password.confirm')}
              autoComplete="new-password"
              {...form.getInputProps('confirmPassword')}
            />
            <div>
              <Button type="submit" variant="default" loading={changing.isPending}>
                {t('profile.password.change')}
              </Button>
            </div>
          </div>
        </Form>
      </Wide>
    </FormSection>
  );
}
