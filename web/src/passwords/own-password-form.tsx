import { Button } from '@mantine/core';
import { messageText, useT } from '../platform/text/i18n.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './own-password-form.module.css';

export function OwnPasswordForm() {
  const t = useT();
  const notify = useNotify();
  return (
    <FormSection title={t('profile.password.title')} text={t('profile.password.text')}>
      <FullWidth>
        <ChangePasswordForm
          label={t('profile.password.title')}
          className={classes.fields}
          onChanged={() => notify.success(messageText('password.updated'))}
        >
          {({ busy }) => (
            <div>
              <Button type="submit" variant="default" loading={busy}>
                {t('profile.password.change')}
              </Button>
            </div>
          )}
        </ChangePasswordForm>
      </FullWidth>
    </FormSection>
  );
}
