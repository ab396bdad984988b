import { Flex, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { LoadError } from '../../records/load-error.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { LinesSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import classes from './organisation-menu.module.css';
import { LogoOrAvatar } from './logo-or-avatar.tsx';
import { useOrganisationSearch } from './organisation-search.ts';
import { rememberOrganisation } from './recent-organisations.ts';

/** The organisations in the popup of the header, each a link to its portal in a new tab. */
export function OrganisationMenu({ onSelect }: { onSelect: () => void }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const { organisations, error, retry } = useOrganisationSearch(search);
  const showSkeleton = useDelayed(organisations === undefined);
  if (error && !organisations)
    return <LoadError title={t('app.switcher.organisationsFailed')} error={error} onRetry={retry} />;
  return (
    <Flex direction="column" gap="xs" mih={0} p="xs">
      <SearchField
        value={search}
        onSearch={setSearch}
        label={t('app.switcher.searchOrganisations')}
        clearLabel={t('ui.search.clear')}
      />
      {showSkeleton && <LinesSkeleton rows={5} />}
      {organisations?.length === 0 && (
        <Text c="dimmed" role="status" p="xs">
          {search ? t('app.switcher.noOrganisationFound', { search }) : t('app.switcher.noOrganisations')}
        </Text>
      )}
      <ul
        style={{ maxHeight: 'min(24rem, 60dvh)', overflow: 'auto' }}
        aria-label={t('app.switcher.organisations')}
        aria-busy={!organisations}
      >
        {organisations?.map(({ id, name, accessUrl, url, logoURL: image, status }) => (
          <li key={id} className={classes.item}>
            <a
              className={classes.link}
              href={accessUrl}
              target="_blank"
              rel="noreferrer"
              onClick={() => {
                rememberOrganisation(id);
                onSelect();
              }}
            >
              <LogoOrAvatar id={id} name={name} image={image} />
              <Flex component="span" direction="column" flex={1} miw={0}>
                <Text span truncate fw="var(--weight-medium)">
                  {name}
                </Text>
                <Text span truncate size="xs" c="dimmed">
                  {url}
                </Text>
              </Flex>
              {!status && <StatusDot kind="off">{t('ui.status.disabled')}</StatusDot>}
              <VisuallyHidden>{t('app.switcher.newTab')}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </Flex>
  );
}
