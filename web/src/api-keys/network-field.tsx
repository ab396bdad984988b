import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { OptionalLabel } from '../ui/form/form.tsx';

type Props = {
  value: readonly string[];
  onChange: (networks: string[]) => void;
  /** The errors of the form, whose paths name single addresses. */
  errors: Readonly<Record<string, ReactNode>>;
};

/** The addresses and networks that an API key may be used from, one in each line. */
export function NetworkField({ value, onChange, errors }: Props) {
  const t = useT();
  const [text, setText] = useState(value.join('\n'));
  const [path] = Object.keys(errors).filter((name) => /^networks(\.|$)/.test(name));
  return (
    <Textarea
      label={<OptionalLabel label={t('api-keys.field.networks')} optional={t('ui.form.optional')} />}
      description={t('api-keys.field.networksHint')}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(currentTarget.value.split(/[\s,;]+/).filter(Boolean));
      }}
      error={path === undefined ? undefined : errors[path]}
    />
  );
}
