import { PicturePicker } from '../files/picture-picker.tsx';
import { uploadPicture } from '../files/queries.ts';
import { useT } from '../platform/i18n.ts';
import { FieldError } from '../ui/field-error.tsx';
import { FormSection } from '../ui/form.tsx';
import type { SchemaForm } from '../ui/use-schema-form.tsx';

/** The logos of an organisation, as a form holds them: each the address of a picture, or none. */
export type Logos = { logoURL: string | null; logoURLPortrait: string | null };

export const logoFields = ['logoURL', 'logoURLPortrait'] as const satisfies readonly (keyof Logos)[];

/** Asks for the logos of a new organisation, which its portal and its mails wear from the first day. */
export function LogoFields({ form }: { form: object }) {
  const t = useT();
  const { values, errors, setFieldValue } = form as SchemaForm<Logos, unknown>;
  return (
    <FormSection title={t('organisations.section.logos')} text={t('organisations.section.logosText')}>
      {logoFields.map((field) => (
        <PicturePicker
          key={field}
          label={t(`organisations.field.${field}`)}
          value={values[field]}
          upload={uploadPicture}
          onChange={(address) => setFieldValue(field, address)}
        >
          {errors[field] && <FieldError>{errors[field]}</FieldError>}
        </PicturePicker>
      ))}
    </FormSection>
  );
}
