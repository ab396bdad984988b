import { useT } from '../platform/text/i18n.ts';
import { SecretField } from './secret-field.tsx';

type Name = 'secretWord' | 'pin';
type Secrets<T> = Readonly<Record<Name, T>>;
type FieldProps = Parameters<typeof SecretField>[0]['field'];

type Props = {
  readonly form: {
    /** A secret is null while it is unchanged. */
    readonly values: Partial<Secrets<string | null | undefined>>;
    readonly getInputProps: (field: Name) => FieldProps;
    readonly setFieldValue: (field: Name, value: string | null) => void;
    readonly clearFieldError: (field: Name) => void;
  };
  readonly isSet: Secrets<boolean>;
};

/** Secret word and PIN of a user, each shown only as set or not set. */
export function SecretFields({ form, isSet }: Props) {
  const t = useT();
  const propsOf = (field: Name) => ({
    label: t(`users.field.${field}`),
    isSet: isSet[field],
    value: form.values[field],
    field: form.getInputProps(field),
    onReplace: () => form.setFieldValue(field, ''),
    onKeep: () => {
      form.setFieldValue(field, null);
      form.clearFieldError(field);
    },
  });
  return (
    <>
      <SecretField {...propsOf('secretWord')} hint={t('profile.secret.wordHint')} />
      <SecretField {...propsOf('pin')} hint={t('profile.secret.pinHint')} inputMode="numeric" />
    </>
  );
}
