import { Button, Radio, TextInput } from '@mantine/core';
import type { Domain } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './domain-fields.module.css';

type Props = {
  domains: readonly Domain[];
  onChange: (domains: Domain[]) => void;
  /** Checks them once one of them is left. */
  onLeave: () => void;
  /** What is wrong with all of them, or with one. */
  error: ReactNode;
  errorAt: (index: number) => ReactNode;
  hint: string;
};

/** The domains of an organisation: one line each, to be typed, made the usual one, or removed. */
export function DomainFields({ domains, onChange, onLeave, error, errorAt, hint }: Props) {
  const t = useT();
  const change = (index: number, part: Partial<Domain>) =>
    onChange(domains.map((domain, at) => (at === index ? { ...domain, ...part } : domain)));
  const makeUsual = (index: number) => onChange(domains.map((domain, at) => ({ ...domain, isDefault: at === index })));
  function remove(index: number) {
    const left = domains.filter((_, at) => at !== index);
    const [first, ...rest] = left;
    onChange(first && !left.some(({ isDefault }) => isDefault) ? [{ ...first, isDefault: true }, ...rest] : left);
  }
  return (
    <fieldset className={classes.domains} aria-describedby="domains-hint">
      <legend>{t('organisations.field.domains')}</legend>
      {domains.map(({ domainName, isDefault }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a domain that is being typed has no other name
        <div key={index} className={classes.domain}>
          <TextInput
            aria-label={t('organisations.domains.number', { number: index + 1 })}
            autoComplete="off"
            spellCheck={false}
            value={domainName}
            error={errorAt(index) ?? (index === 0 ? error : undefined)}
            onChange={({ currentTarget }) => change(index, { domainName: currentTarget.value })}
            onBlur={onLeave}
          />
          <Radio
            name="usual-domain"
            label={t('organisations.domains.usual')}
            aria-label={t('organisations.domains.makeUsual', { number: index + 1 })}
            checked={isDefault}
            onChange={() => makeUsual(index)}
          />
          <IconButton
            icon="trash"
            label={t('organisations.domains.remove', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {domains.length === 0 && error}
      <p id="domains-hint" className={classes.hint}>
        {hint}
      </p>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => onChange([...domains, { domainName: '', isDefault: domains.length === 0 }])}
      >
        {t('organisations.domains.add')}
      </Button>
    </fieldset>
  );
}
