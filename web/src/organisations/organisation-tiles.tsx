import { Flex, SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import type { OrganisationRow } from '@storeward/contract/organisations';
import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { Avatar } from '../ui/image/avatar.tsx';
import lines from '../ui/list/lines.module.css';
import { Link } from '../ui/page/link.tsx';
import { Logo } from '../ui/image/logo.tsx';
import { SkeletonLine, useDelayed } from '../ui/page/skeleton.tsx';
import { Tile, tileLink } from '../ui/tile.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { organisationViewPath } from './organisation-paths.ts';
import { OrganisationStatus } from './organisation-status.tsx';
import classes from './organisation-tiles.module.css';

type Props = { label: string; rows: readonly OrganisationRow[] | undefined; busy: boolean };

/** Tile view of the organisations, each with a link to its page and to its portal. */
export function OrganisationTiles({ label, rows, busy }: Props) {
  const showSkeleton = useDelayed(rows === undefined);
  return (
    <SimpleGrid
      component="ul"
      minColWidth="min(15rem, 100%)"
      spacing={16}
      maw="var(--content-max)"
      px="var(--page-pad)"
      pt={16}
      pb={24}
      aria-label={label}
      aria-busy={rows === undefined || busy}
    >
      {showSkeleton && Array.from({ length: 6 }, (_, index) => <SkeletonTile key={index} />)}
      {rows?.map((organisation) => (
        <OrganisationTile key={organisation.id} organisation={organisation} />
      ))}
    </SimpleGrid>
  );
}

const tileProps = ({ id, name, accessUrl, logoURL: image, status }: OrganisationRow) => ({
  id,
  name,
  accessUrl,
  image,
  status,
});

function OrganisationTile({ organisation }: { organisation: OrganisationRow }) {
  const t = useT();
  const { id, name, accessUrl, image, status } = tileProps(organisation);
  return (
    <Tile>
      <Picture>{image ? <Logo src={image} alt="" /> : <Avatar id={id} name={name} size={40} />}</Picture>
      <div className={classes.text}>
        <Text component="h2" truncate fw="var(--weight-medium)" title={name}>
          {organisation.can.view ? (
            <Link href={organisationViewPath(organisation)} className={tileLink}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Text>
        <Flex className={classes.above ?? ''} pos="relative">
          <OrganisationActions organisation={organisation} placement="row" />
        </Flex>
        <Text
          component="a"
          className={classes.above ?? ''}
          truncate
          size="label"
          pos="relative"
          maw="100%"
          href={accessUrl}
          title={accessUrl}
        >
          <VisuallyHidden>{t('organisations.field.url')} </VisuallyHidden>
          {organisation.url}
        </Text>
        <Text span size="label" pe="xs">
          <OrganisationStatus status={status} />
        </Text>
      </div>
    </Tile>
  );
}

const Picture = ({ children }: { children?: ReactNode }) => (
  <Flex
    className={`${classes.picture} ${lines.below}`}
    align="center"
    justify="center"
    h="6rem"
    px={16}
    bg="var(--sunken)"
  >
    {children}
  </Flex>
);

function SkeletonTile() {
  return (
    <Tile aria-hidden>
      <Picture />
      <div className={classes.text}>
        <SkeletonLine width={64} />
        <span />
        <SkeletonLine width={82} />
      </div>
    </Tile>
  );
}
