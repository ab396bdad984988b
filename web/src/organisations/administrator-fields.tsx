import { Checkbox, TextInput } from '@mantine/core';
import type { FirstAdministrator } from '@storeward/contract/organisations';
import { useT } from '../platform/text/i18n.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';

type AdministratorFormValues = { administrator: FirstAdministrator | null } & Record<string, unknown>;

const emptyAdministrator: FirstAdministrator = { firstName: '', lastName: '', userName: '', emailId: '' };

/** Optional first administrator of a new organisation. */
export function AdministratorFields({ form: untypedForm }: { form: object }) {
  const t = useT();
  const form = untypedForm as SchemaForm<AdministratorFormValues, unknown>;
  const { administrator } = form.values;
  const input = (field: keyof FirstAdministrator) => form.getInputProps(`administrator.${field}`);
  const inputProps = { autoComplete: 'off', spellCheck: false };
  return (
    <FormSection title={t('organisations.section.administrator')} text={t('organisations.section.administratorText')}>
      <FullWidth>
        <Checkbox
          label={t('organisations.administrator.invite')}
          checked={administrator !== null}
          error={form.errors['administrator']}
          onChange={({ currentTarget }) => {
            form.setFieldValue('administrator', currentTarget.checked ? emptyAdministrator : null);
            for (const path of Object.keys(form.errors))
              if (path.startsWith('administrator')) form.clearFieldError(path);
          }}
        />
      </FullWidth>
      {administrator && (
        <>
          <TextInput label={t('organisations.administrator.firstName')} {...inputProps} {...input('firstName')} />
          <TextInput label={t('organisations.administrator.lastName')} {...inputProps} {...input('lastName')} />
          <TextInput
            label={t('organisations.administrator.userName')}
            description={t('organisations.administrator.userNameHint')}
            autoCapitalize="none"
            {...inputProps}
            {...input('userName')}
          />
          <TextInput
            label={t('organisations.administrator.emailId')}
            description={t('organisations.administrator.emailHint')}
            type="email"
            {...inputProps}
            {...input('emailId')}
          />
        </>
      )}
    </FormSection>
  );
}
