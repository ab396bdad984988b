import { ImagePicker } from '../files/image-picker.tsx';
import { uploadImage } from '../files/queries.ts';
import { useT } from '../platform/text/i18n.ts';
import { FieldError } from '../ui/form/field-error.tsx';
import { FormSection } from '../ui/form/form.tsx';
import type { SchemaForm } from '../ui/form/schema-form.tsx';

/** Form values of the logos: image URL or null. */
export type Logos = { logoURL: string | null; logoURLPortrait: string | null };

export const logoFields = ['logoURL', 'logoURLPortrait'] as const satisfies readonly (keyof Logos)[];

/** Logos of a new organisation, used by its portal and mails. */
export function LogoFields({ form }: { form: object }) {
  const t = useT();
  const { values, errors, setFieldValue } = form as SchemaForm<Logos, unknown>;
  return (
    <FormSection title={t('organisations.section.logos')} text={t('organisations.section.logosText')}>
      {logoFields.map((field) => (
        <ImagePicker
          key={field}
          label={t(`organisations.field.${field}`)}
          value={values[field]}
          upload={(file) => uploadImage(file)}
          onChange={(url) => setFieldValue(field, url)}
        >
          {errors[field] && <FieldError>{errors[field]}</FieldError>}
        </ImagePicker>
      ))}
    </FormSection>
  );
}
