import { Box, Flex, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { permits } from '@storeward/contract/access';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { type ReactNode, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { LoadError } from '../../records/load-error.tsx';
import lines from '../../ui/list/lines.module.css';
import { Link } from '../../ui/page/link.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { SkeletonLine, useDelayed } from '../../ui/page/skeleton.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { Tile, tileLink } from '../../ui/tile.tsx';
import { LogoOrAvatar } from './logo-or-avatar.tsx';
import { useOrganisationSearch } from './organisation-search.ts';
import { rememberOrganisation } from './recent-organisations.ts';

/** Two rows on a wide screen; the others are found by the search or in the list. */
const shownTiles = 8;

/** The organisations of the platform on the dashboard, each a link to its portal. */
export function OrganisationPortals() {
  const t = useT();
  const [search, setSearch] = useState('');
  const { shellPermissions } = useSession();
  const { organisations, total, error, retry } = useOrganisationSearch(search);
  const showSkeleton = useDelayed(organisations === undefined);
  if (!permits(shellPermissions, ['LIST_ORGANISATIONS'])) return null;
  if (error && !organisations)
    return <LoadError title={t('app.switcher.organisationsFailed')} error={error} onRetry={retry} />;
  return (
    <Stack component="section" gap="sm" maw="var(--content-max)" px="var(--page-pad)" pb="md">
      <Flex align="center" wrap="wrap" gap="xs">
        <Title order={2} size="h3">
          {t('app.switcher.organisations')}
        </Title>
        {organisations && <Text c="dimmed">{formatNumber(total)}</Text>}
        <Box flex="0 1 16rem" ms="auto">
          <SearchField
            value={search}
            onSearch={setSearch}
            label={t('app.switcher.searchOrganisations')}
            clearLabel={t('ui.search.clear')}
          />
        </Box>
      </Flex>
      {organisations?.length === 0 ? (
        <Text c="dimmed" role="status">
          {search ? t('app.switcher.noOrganisationFound', { search }) : t('app.switcher.noOrganisations')}
        </Text>
      ) : (
        <SimpleGrid
          component="ul"
          minColWidth="min(15rem, 100%)"
          spacing="sm"
          aria-label={t('app.switcher.organisations')}
          aria-busy={!organisations}
        >
          {showSkeleton && Array.from({ length: 4 }, (_, index) => <SkeletonTile key={index} />)}
          {organisations?.slice(0, shownTiles).map((organisation) => (
            <OrganisationTile key={organisation.id} organisation={organisation} />
          ))}
        </SimpleGrid>
      )}
      {total > shownTiles && (
        <Text ta="center" size="label" fw="var(--weight-medium)">
          <Link href={search ? `/organisation?search=${encodeURIComponent(search)}` : '/organisation'}>
            {t('app.switcher.allOrganisations', { count: formatNumber(total) })}
          </Link>
        </Text>
      )}
    </Stack>
  );
}

/** The link covers the tile and opens a new tab: the portal has a session of its own, and this one stays. */
function OrganisationTile({ organisation }: { organisation: OrganisationRow }) {
  const t = useT();
  const { id, name, accessUrl, logoURL: image, status, url, storeCount, userCount } = organisation;
  return (
    <Tile>
      <Head>
        <LogoOrAvatar id={id} name={name} image={image} size={40} />
        <Stack gap={0} miw={0}>
          <Text span truncate fw="var(--weight-medium)">
            <a
              className={tileLink}
              href={accessUrl}
              target="_blank"
              rel="noreferrer"
              title={name}
              onClick={() => rememberOrganisation(id)}
            >
              {name}
              <VisuallyHidden>, {t('app.switcher.newTab')}</VisuallyHidden>
            </a>
          </Text>
          <Text span truncate size="label" c="dimmed" title={url}>
            {url}
          </Text>
        </Stack>
      </Head>
      <Counts>
        <span>{t('app.switcher.storeCount', { count: storeCount, shown: formatNumber(storeCount) })}</span>
        <span>{t('app.switcher.userCount', { count: userCount, shown: formatNumber(userCount) })}</span>
      </Counts>
      <Foot>
        <StatusDot kind={status ? 'on' : 'off'}>{t(status ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>
        <Text span inherit c="var(--primary-text)" aria-hidden>
          {t('app.switcher.openPortal')}
        </Text>
      </Foot>
    </Tile>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <Flex align="center" gap="sm" miw={0} mih="3.5rem" px="md" pt="sm">
    {children}
  </Flex>
);

const Counts = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" px="md" pt="xs" pb="sm" fz="label" lh="label">
    {children}
  </Flex>
);

const Foot = ({ children }: { children: ReactNode }) => (
  <Flex className={lines.above ?? ''} justify="space-between" gap="xs" px="md" py="xs" fz="label">
    {children}
  </Flex>
);

function SkeletonTile() {
  return (
    <Tile aria-hidden>
      <Head>
        <SkeletonLine width={80} />
      </Head>
      <Counts>
        <SkeletonLine width={50} />
        <SkeletonLine width={50} />
      </Counts>
      <Foot>
        <SkeletonLine width={30} />
      </Foot>
    </Tile>
  );
}
