import { Flex } from '@mantine/core';
import { modules } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import { useT } from '../platform/i18n.ts';
import { useModuleNames } from '../platform/module-names.ts';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { Tag } from '../ui/tag.tsx';

/** The modules of an organisation, named as it has configured. */
export function OrganisationModules({ organisation }: { organisation: NodeId }) {
  const t = useT();
  const moduleName = useModuleNames(organisation);
  return (
    <FormSection title={t('organisations.section.modules')} text={t('organisations.section.modulesText')}>
      <FullWidth>
        <Flex component="ul" align="center" wrap="wrap" gap="xs" aria-label={t('organisations.section.modules')}>
          {modules
            .flatMap(({ code }) => code ?? [])
            .map((code) => (
              <li key={code}>
                <Tag>{moduleName(code)}</Tag>
              </li>
            ))}
        </Flex>
      </FullWidth>
    </FormSection>
  );
}
