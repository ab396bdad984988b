import { Flex } from '@mantine/core';
import type { Organisation } from '@storeward/contract/organisations';
import { formatDateTime, formatNumber, useLanguage, useT } from '../platform/text/i18n.ts';
import { countryName } from '../platform/text/display-names.ts';
import { languageName } from '../platform/text/display-names.ts';
import { Details } from '../ui/page/details.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { Muted } from '../ui/muted.tsx';
import { Tag } from '../ui/tag.tsx';
import { themeText } from './host-fields.tsx';
import { OrganisationInvitation } from './organisation-invitation.tsx';
import { OrganisationModules } from './organisation-modules.tsx';

/** Read-only view of an organisation. */
export function OrganisationView({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const [locale] = useLanguage();
  const { name, code, emailId, country, defaultLanguage, address, portalHosts, domains } = organisation;
  const unset = <Muted>{t('organisations.field.unset')}</Muted>;
  return (
    <>
      <FormSection title={t('organisations.section.details')} text={t('organisations.section.detailsText')}>
        <FullWidth>
          <Counts organisation={organisation} />
          <Details
            rows={[
              { label: t('organisations.field.name'), value: name },
              { label: t('organisations.field.code'), value: code },
              { label: t('organisations.field.emailId'), value: emailId || unset },
              { label: t('organisations.field.country'), value: country ? countryName(country, locale) : unset },
              { label: t('organisations.field.defaultLanguage'), value: languageName(defaultLanguage, locale) },
              { label: t('organisations.field.address'), value: address || unset },
              { label: t('organisations.field.created'), value: formatDateTime(organisation.createdDate) },
              { label: t('organisations.field.changed'), value: formatDateTime(organisation.updatedDate) },
            ]}
          />
        </FullWidth>
      </FormSection>
      <FormSection title={t('organisations.section.portal')} text={t('organisations.section.portalText')}>
        <FullWidth>
          <Details
            rows={[
              {
                label: t('organisations.field.portalHosts'),
                value: (
                  <ul aria-label={t('organisations.field.portalHosts')}>
                    {portalHosts.map(({ hostName, accessUrl, isPrimary, themeNodeId, themeNodeName }) => (
                      <Flex key={hostName} component="li" align="center" wrap="wrap" columnGap="xs" mih="1.5rem">
                        <a href={accessUrl}>{hostName}</a>
                        {isPrimary && <Tag>{t('organisations.hosts.primary')}</Tag>}
                        {themeNodeId && <Muted>{themeText(t, themeNodeId, themeNodeName)}</Muted>}
                      </Flex>
                    ))}
                  </ul>
                ),
              },
              {
                label: t('organisations.field.domains'),
                value: (
                  <ul aria-label={t('organisations.field.domains')}>
                    {domains.map(({ domainName, isDefault }) => (
                      <li key={domainName}>
                        {domainName} {isDefault && <Tag>{t('organisations.domains.default')}</Tag>}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </FullWidth>
      </FormSection>
      <OrganisationInvitation organisation={organisation} />
      <OrganisationModules organisation={organisation.id} />
    </>
  );
}

/** Number of nodes, stores and users. */
function Counts({ organisation: { placeCount, storeCount, userCount } }: { organisation: Organisation }) {
  const t = useT();
  const counts = [
    { count: placeCount, label: t('organisations.count.nodes', { count: placeCount }) },
    { count: storeCount, label: t('organisations.count.stores', { count: storeCount }) },
    { count: userCount, label: t('organisations.count.users', { count: userCount }) },
  ];
  return (
    <Flex component="ul" align="center" wrap="wrap" gap="8px 24px" mb="md">
      {counts.map(({ count, label }) => (
        <li key={label}>
          <strong>{formatNumber(count)}</strong> <Muted>{label}</Muted>
        </li>
      ))}
    </Flex>
  );
}
