import { Box, Button, Radio, Text, TextInput } from '@mantine/core';
import type { Domain } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './row-fields.module.css';

type Props = {
  domains: readonly Domain[];
  onChange: (domains: Domain[]) => void;
  /** Validates the domains. */
  onBlur: () => void;
  /** Error of the whole list; `errorAt` returns that of one domain. */
  error: ReactNode;
  errorAt: (index: number) => ReactNode;
  hint: string;
};

/** Editable list of sign-in domains with exactly one default. */
export function DomainFields({ domains, onChange, onBlur, error, errorAt, hint }: Props) {
  const t = useT();
  const change = (index: number, changes: Partial<Domain>) =>
    onChange(domains.map((domain, i) => (i === index ? { ...domain, ...changes } : domain)));
  const makeDefault = (index: number) => onChange(domains.map((domain, i) => ({ ...domain, isDefault: i === index })));
  function remove(index: number) {
    const remaining = domains.filter((_, i) => i !== index);
    const [first, ...rest] = remaining;
    onChange(
      first && !remaining.some(({ isDefault }) => isDefault) ? [{ ...first, isDefault: true }, ...rest] : remaining,
    );
  }
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd={0} aria-describedby="domains-hint">
      <Text component="legend" size="label" fw="var(--weight-medium)" mb={6}>
        {t('organisations.field.domains')}
      </Text>
      {domains.map(({ domainName, isDefault }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an unsaved domain has no stable key
        <div key={index} className={classes.row}>
          <TextInput
            aria-label={t('organisations.domains.number', { number: index + 1 })}
            autoComplete="off"
            spellCheck={false}
            value={domainName}
            error={errorAt(index) ?? (index === 0 ? error : undefined)}
            onChange={({ currentTarget }) => change(index, { domainName: currentTarget.value })}
            onBlur={onBlur}
          />
          <Radio
            name="default-domain"
            label={t('organisations.domains.default')}
            aria-label={t('organisations.domains.makeDefault', { number: index + 1 })}
            checked={isDefault}
            onChange={() => makeDefault(index)}
          />
          <IconButton
            icon="trash"
            label={t('organisations.domains.remove', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {domains.length === 0 && error}
      <Text id="domains-hint" size="xs" c="dimmed" mb="xs">
        {hint}
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => onChange([...domains, { domainName: '', isDefault: domains.length === 0 }])}
      >
        {t('organisations.domains.add')}
      </Button>
    </Box>
  );
}
