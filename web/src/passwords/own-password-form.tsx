import { Button } from '@mantine/core';
import { sayMessage, useT } from '../platform/i18n.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import classes from './own-password-form.module.css';

/** Changes the reader's own password by the old one. */
export function OwnPasswordForm() {
  const t = useT();
  const notify = useNotify();
  return (
    <FormSection title={t('profile.password.title')} text={t('profile.password.text')}>
      <Wide>
        <ChangePasswordForm
          label={t('profile.password.title')}
          className={classes.fields}
          onChanged={() => notify.success(sayMessage('password.updated'))}
        >
          {({ busy }) => (
            <div>
              <Button type="submit" variant="default" loading={busy}>
                {t('profile.password.change')}
              </Button>
            </div>
          )}
        </ChangePasswordForm>
      </Wide>
    </FormSection>
  );
}
