import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { descriptionKinds, type ProductDescription } from '@storeward/contract/products';
import { languages } from '@storeward/contract/reference';
import type { ReactNode } from 'react';
import { languageName } from '../platform/text/display-names.ts';
import { useLanguage, useT } from '../platform/text/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Icon } from '../ui/icon.tsx';

type Props = {
  value: readonly ProductDescription[];
  /** The error of the list, and of one of its texts. */
  error: ReactNode;
  textError: (index: number) => ReactNode;
  onChange: (descriptions: ProductDescription[]) => void;
};

/** The label of a kind of description; a kind of another system is shown as it is. */
export function useKindLabel(): (kind: string) => string {
  const t = useT();
  return (kind) => {
    const known = descriptionKinds.find((item) => item === kind);
    return known ? t(`products.kind.${known}`) : kind;
  };
}

/** The texts of a product, each of a kind and a language; the first is the name. */
export function ProductDescriptions({ value, error, textError, onChange }: Props) {
  const t = useT();
  const [locale] = useLanguage();
  const kindLabel = useKindLabel();
  const change = (index: number, changed: Partial<ProductDescription>) =>
    onChange(value.map((description, at) => (at === index ? { ...description, ...changed } : description)));
  const moveUp = (index: number) =>
    onChange(
      value.map((description, at) => value[at === index ? at - 1 : at === index - 1 ? index : at] ?? description),
    );
  function add() {
    const free = descriptionKinds
      .flatMap((name) => [null, ...languages].map((language) => ({ name, language, value: '' })))
      .find(({ name, language }) => !value.some((item) => item.name === name && item.language === language));
    if (free) onChange([...value, free]);
  }
  return (
    <div role="group" aria-label={t('products.field.descriptions')}>
      {value.map(({ name, value: text, language }, index) => {
        const number = String(index + 1);
        const kinds = [...new Set<string>([...descriptionKinds, name])];
        return (
          // the index identifies a text: the first in the list is the name
          <Group key={index} gap={8} mb={8} align="flex-start">
            <NativeSelect
              aria-label={t('products.text.kind', { number })}
              w={{ base: '100%', xs: '11rem' }}
              data={kinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
              value={name}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('products.text.language', { number })}
              w={{ base: '100%', xs: '10rem' }}
              data={[
                { value: '', label: t('products.text.anyLanguage') },
                ...languages.map((code) => ({ value: code, label: languageName(code, locale) })),
              ]}
              value={language ?? ''}
              onChange={(event) =>
                change(index, { language: languages.find((code) => code === event.currentTarget.value) ?? null })
              }
            />
            <TextInput
              aria-label={t('products.text.value', { number })}
              flex="1 1 14rem"
              maxLength={512}
              value={text}
              error={textError(index)}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <IconButton
              icon="arrow-up"
              label={t('products.text.up', { number })}
              disabled={index === 0}
              onClick={() => moveUp(index)}
            />
            <IconButton
              icon="trash"
              label={t('products.text.remove', { number })}
              onClick={() => onChange(value.filter((_, at) => at !== index))}
            />
          </Group>
        );
      })}
      {error}
      <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />} onClick={add}>
        {t('products.text.add')}
      </Button>
    </div>
  );
}
