import { Flex, Text, Title, VisuallyHidden } from '@mantine/core';
import { permits } from '@storeward/contract/access';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { useState } from 'react';
import { formatNumber, useT } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { LoadError } from '../../records/load-error.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonLine, useDelayed } from '../../ui/skeleton.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { useOrganisationSearch } from './organisation-search.ts';
import classes from './organisation-tiles.module.css';
import { rememberOrganisation } from './recent-organisations.ts';

/** Two rows on a wide screen; the others are found by the search or in the list. */
const shownTiles = 8;

/** The organisations of the platform on the dashboard, each a link to its portal. */
export function OrganisationTiles() {
  const t = useT();
  const [search, setSearch] = useState('');
  const { shellPermissions } = useSession();
  const { organisations, total, error, retry } = useOrganisationSearch(search);
  const showSkeleton = useDelayed(organisations === undefined);
  if (!permits(shellPermissions, ['LIST_ORGANISATIONS'])) return null;
  if (error && !organisations)
    return <LoadError title={t('app.switcher.organisationsFailed')} error={error} onRetry={retry} />;
  return (
    <section className={classes.section}>
      <Flex align="center" wrap="wrap" gap="xs">
        <Title order={2} size="h3">
          {t('app.switcher.organisations')}
        </Title>
        {organisations && <Text c="dimmed">{formatNumber(total)}</Text>}
        <div className={classes.search}>
          <SearchField
            value={search}
            onSearch={setSearch}
            label={t('app.switcher.searchOrganisations')}
            clearLabel={t('ui.search.clear')}
          />
        </div>
      </Flex>
      {organisations?.length === 0 ? (
        <Text c="dimmed" role="status">
          {search ? t('app.switcher.noOrganisationFound', { search }) : t('app.switcher.noOrganisations')}
        </Text>
      ) : (
        <ul className={classes.tiles} aria-label={t('app.switcher.organisations')} aria-busy={!organisations}>
          {showSkeleton && Array.from({ length: 4 }, (_, index) => <SkeletonTile key={index} />)}
          {organisations?.slice(0, shownTiles).map((organisation) => (
            <OrganisationTile key={organisation.id} organisation={organisation} />
          ))}
        </ul>
      )}
      {total > shownTiles && (
        <Link
          className={classes.all}
          href={search ? `/organisation?search=${encodeURIComponent(search)}` : '/organisation'}
        >
          {t('app.switcher.allOrganisations', { count: formatNumber(total) })}
        </Link>
      )}
    </section>
  );
}

/** The link covers the tile and opens a new tab: the portal has a session of its own, and this one stays. */
function OrganisationTile({ organisation }: { organisation: OrganisationRow }) {
  const t = useT();
  const { id, name, accessUrl, logoURL: image, status, url, storeCount, userCount } = organisation;
  return (
    <li className={classes.tile}>
      <div className={classes.head}>
        <span className={classes.logo}>
          {image ? <Logo src={image} alt="" /> : <Avatar id={id} name={name} size={40} />}
        </span>
        <div className={classes.names}>
          <a
            className={classes.name}
            href={accessUrl}
            target="_blank"
            rel="noreferrer"
            title={name}
            onClick={() => rememberOrganisation(id)}
          >
            {name}
            <VisuallyHidden>, {t('app.switcher.newTab')}</VisuallyHidden>
          </a>
          <span className={classes.address} title={url}>
            {url}
          </span>
        </div>
      </div>
      <div className={classes.counts}>
        <span>{t('app.switcher.storeCount', { count: storeCount, shown: formatNumber(storeCount) })}</span>
        <span>{t('app.switcher.userCount', { count: userCount, shown: formatNumber(userCount) })}</span>
      </div>
      <div className={classes.foot}>
        <StatusDot kind={status ? 'on' : 'off'}>{t(status ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>
        <span className={classes.open} aria-hidden>
          {t('app.switcher.openPortal')}
        </span>
      </div>
    </li>
  );
}

function SkeletonTile() {
  return (
    <li className={classes.tile} aria-hidden>
      <span className={classes.head}>
        <SkeletonLine width={80} />
      </span>
      <span className={classes.counts}>
        <SkeletonLine width={50} />
        <SkeletonLine width={50} />
      </span>
      <span className={classes.foot}>
        <SkeletonLine width={30} />
      </span>
    </li>
  );
}
