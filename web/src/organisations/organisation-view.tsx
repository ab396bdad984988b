import type { Organisation } from '@storeward/contract/organisations';
import { formatMoment, formatNumber, useLanguage, useT } from '../platform/i18n.ts';
import { countryName } from '../platform/code-names.ts';
import { languageName } from '../platform/code-names.ts';
import { Details } from '../ui/details.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { Tag } from '../ui/tag.tsx';
import { OrganisationInvitation } from './organisation-invitation.tsx';
import { OrganisationModules } from './organisation-modules.tsx';
import classes from './organisation-view.module.css';

/** All that is known of an organisation, to be read. */
export function OrganisationView({ organisation }: { organisation: Organisation }) {
  const t = useT();
  const [reader] = useLanguage();
  const { name, code, emailId, country, defaultLanguage, address, url, accessUrl, domains } = organisation;
  const unset = <span className={classes.unset}>{t('organisations.field.unset')}</span>;
  return (
    <>
      <FormSection title={t('organisations.section.details')} text={t('organisations.section.detailsText')}>
        <Wide>
          <Figures organisation={organisation} />
          <Details
            rows={[
              { label: t('organisations.field.name'), value: name },
              { label: t('organisations.field.code'), value: code },
              { label: t('organisations.field.emailId'), value: emailId || unset },
              { label: t('organisations.field.country'), value: country ? countryName(country, reader) : unset },
              { label: t('organisations.field.defaultLanguage'), value: languageName(defaultLanguage, reader) },
              { label: t('organisations.field.address'), value: address || unset },
              { label: t('organisations.field.created'), value: formatMoment(organisation.createdDate) },
              { label: t('organisations.field.changed'), value: formatMoment(organisation.updatedDate) },
            ]}
          />
        </Wide>
      </FormSection>
      <FormSection title={t('organisations.section.portal')} text={t('organisations.section.portalText')}>
        <Wide>
          <Details
            rows={[
              { label: t('organisations.field.url'), value: url ? <a href={accessUrl}>{url}</a> : unset },
              {
                label: t('organisations.field.domains'),
                value: (
                  <ul className={classes.domains} aria-label={t('organisations.field.domains')}>
                    {domains.map(({ domainName, isDefault }) => (
                      <li key={domainName}>
                        {domainName} {isDefault && <Tag>{t('organisations.domains.usual')}</Tag>}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </Wide>
      </FormSection>
      <OrganisationInvitation organisation={organisation} />
      <OrganisationModules />
    </>
  );
}

/** How many places, stores and users an organisation holds. */
function Figures({ organisation: { placeCount, storeCount, userCount } }: { organisation: Organisation }) {
  const t = useT();
  const figures = [
    { count: placeCount, words: t('organisations.figure.places', { count: placeCount }) },
    { count: storeCount, words: t('organisations.figure.stores', { count: storeCount }) },
    { count: userCount, words: t('organisations.figure.users', { count: userCount }) },
  ];
  return (
    <ul className={classes.figures}>
      {figures.map(({ count, words }) => (
        <li key={words}>
          <strong>{formatNumber(count)}</strong> <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
