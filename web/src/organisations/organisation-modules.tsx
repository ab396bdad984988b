import { modules } from '@storeward/contract/modules';
import { useT } from '../platform/i18n.ts';
import { FormSection, FullWidth } from '../ui/form.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './organisation-modules.module.css';

export function OrganisationModules() {
  const t = useT();
  return (
    <FormSection title={t('organisations.section.modules')} text={t('organisations.section.modulesText')}>
      <FullWidth>
        <ul className={classes.modules} aria-label={t('organisations.section.modules')}>
          {modules
            .filter(({ code }) => code)
            .map(({ name }) => (
              <li key={name}>
                <Tag>{name}</Tag>
              </li>
            ))}
        </ul>
      </FullWidth>
    </FormSection>
  );
}
