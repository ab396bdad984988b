import { Checkbox, TextInput } from '@mantine/core';
import type { FirstAdministrator } from '@storeward/contract/organisations';
import { useT } from '../platform/i18n.ts';
import { FormSection, Wide } from '../ui/form.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';

type Named = { administrator: FirstAdministrator | null } & Record<string, unknown>;

const nobody: FirstAdministrator = { firstName: '', lastName: '', userName: '', emailId: '' };

/** Who is to look after a new organisation; its fields are asked once somebody is to be invited. */
export function AdministratorFields({ form: given }: { form: object }) {
  const t = useT();
  const form = given as SchemaForm<Named, unknown>;
  const { administrator } = form.values;
  const input = (field: keyof FirstAdministrator) => form.getInputProps(`administrator.${field}`);
  const name = { autoComplete: 'off', spellCheck: false };
  return (
    <FormSection title={t('organisations.section.administrator')} text={t('organisations.section.administratorText')}>
      <Wide>
        <Checkbox
          label={t('organisations.administrator.invite')}
          checked={administrator !== null}
          error={form.errors['administrator']}
          onChange={({ currentTarget }) => {
            form.setFieldValue('administrator', currentTarget.checked ? nobody : null);
            for (const path of Object.keys(form.errors))
              if (path.startsWith('administrator')) form.clearFieldError(path);
          }}
        />
      </Wide>
      {administrator && (
        <>
          <TextInput label={t('organisations.administrator.firstName')} {...name} {...input('firstName')} />
          <TextInput label={t('organisations.administrator.lastName')} {...name} {...input('lastName')} />
          <TextInput
            label={t('organisations.administrator.userName')}
            description={t('organisations.administrator.userNameHint')}
            autoCapitalize="none"
            {...name}
            {...input('userName')}
          />
          <TextInput
            label={t('organisations.administrator.emailId')}
            description={t('organisations.administrator.emailHint')}
            type="email"
            {...name}
            {...input('emailId')}
          />
        </>
      )}
    </FormSection>
  );
}
