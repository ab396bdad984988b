import { Flex } from '@mantine/core';
import { modules } from '@storeward/contract/modules';
import { useT } from '../platform/i18n.ts';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { Tag } from '../ui/tag.tsx';

export function OrganisationModules() {
  const t = useT();
  return (
    <FormSection title={t('organisations.section.modules')} text={t('organisations.section.modulesText')}>
      <FullWidth>
        <Flex component="ul" align="center" wrap="wrap" gap="xs" aria-label={t('organisations.section.modules')}>
          {modules
            .filter(({ code }) => code)
            .map(({ name }) => (
              <li key={name}>
                <Tag>{name}</Tag>
              </li>
            ))}
        </Flex>
      </FullWidth>
    </FormSection>
  );
}
