import { Flex } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { useT } from '../platform/text/i18n.ts';
import { useModulesInUse } from '../platform/text/module-names.ts';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Tag } from '../ui/tag.tsx';

/** The modules in use at an organisation, under the names that its settings give them. */
export function OrganisationModules({ organisation }: { organisation: NodeId }) {
  const t = useT();
  const modules = useModulesInUse(organisation);
  return (
    <FormSection title={t('organisations.section.modules')} text={t('organisations.section.modulesText')}>
      <FullWidth>
        <Flex component="ul" align="center" wrap="wrap" gap="xs" aria-label={t('organisations.section.modules')}>
          {modules.map(({ code, name }) => (
            <li key={code}>
              <Tag>{name}</Tag>
            </li>
          ))}
        </Flex>
      </FullWidth>
    </FormSection>
  );
}
