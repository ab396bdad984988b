import { modules } from '@storeward/contract/modules';
import type { NodeId } from '@storeward/contract/nodes';
import type { Organisation } from '@storeward/contract/organisations';
import type { Theme } from '@storeward/contract/settings/theme';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './organisation-sections.module.css';
import { organisationConfiguration, organisationTheme } from './queries.ts';

/** Which of the further sections of an organisation are shown. */
export type Sections = Pick<Organisation['can'], 'configuration' | 'theme' | 'modules'>;

/** What is in force in an organisation besides its details: configuration, look and modules. */
export function OrganisationSections({ id, shown }: { id: NodeId; shown: Sections }) {
  return (
    <>
      {shown.configuration && <Configuration id={id} />}
      {shown.theme && <Look id={id} />}
      {shown.modules && <Modules />}
    </>
  );
}

function Configuration({ id }: { id: NodeId }) {
  const t = useT();
  const { data, error } = useQuery(organisationConfiguration(id));
  const unset = <Quiet>{t('organisations.field.unset')}</Quiet>;
  const { autoLogoutDuration } = data?.nodeConfiguration.nodeConfigSetting ?? {};
  const { displayName } = data?.eBasketMgmtSettings[0]?.displaySettings ?? {};
  return (
    <FormSection title={t('organisations.section.configuration')} text={t('organisations.section.configurationText')}>
      <Wide>
        {error && <Quiet>{t('organisations.section.failed')}</Quiet>}
        {data && (
          <Details
            rows={[
              { label: t('organisations.configuration.autoLogout'), value: autoLogoutDuration ?? unset },
              {
                label: t('organisations.configuration.idle'),
                value: t('organisations.configuration.minutes', { count: Math.round(data.sessionTimes.idle / 60) }),
              },
              { label: t('organisations.configuration.displayName'), value: displayName ?? unset },
            ]}
          />
        )}
      </Wide>
    </FormSection>
  );
}

const colours = [
  'primaryColour',
  'secondaryColour',
  'textColour',
  'backgroundColor',
  'neutralColour',
  'warnColour',
  'successColour',
  'errorColour',
  'disabledColour',
] as const satisfies readonly (keyof Theme)[];

function Look({ id }: { id: NodeId }) {
  const t = useT();
  const { data, error } = useQuery(organisationTheme(id));
  return (
    <FormSection title={t('organisations.section.theme')} text={t('organisations.section.themeText')}>
      <Wide>
        {error && <Quiet>{t('organisations.section.failed')}</Quiet>}
        {data && (
          <Details
            rows={[
              { label: t('organisations.theme.font'), value: `${data.fontFamily}, ${data.fontSize}` },
              {
                label: t('organisations.theme.colours'),
                value: (
                  <ul className={classes.colours}>
                    {colours.map((colour) => (
                      <li key={colour}>
                        <span className={classes.swatch} style={{ backgroundColor: data[colour] }} aria-hidden />
                        <span>
                          {t(`organisations.theme.${colour}`)} <code>{data[colour]}</code>
                        </span>
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        )}
      </Wide>
    </FormSection>
  );
}

function Modules() {
  const t = useT();
  return (
    <FormSection title={t('organisations.section.modules')} text={t('organisations.section.modulesText')}>
      <Wide>
        <ul className={classes.modules} aria-label={t('organisations.section.modules')}>
          {modules
            .filter(({ code }) => code)
            .map(({ name }) => (
              <li key={name}>
                <Tag>{name}</Tag>
              </li>
            ))}
        </ul>
      </Wide>
    </FormSection>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return <span className={classes.quiet}>{children}</span>;
}
