import { Text, VisuallyHidden } from '@mantine/core';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { useT } from '../platform/i18n.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { SkeletonLine, useDelayed } from '../ui/skeleton.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { organisationViewPath } from './organisation-paths.ts';
import { OrganisationStatus } from './organisation-status.tsx';
import classes from './organisation-tiles.module.css';

type Props = { label: string; rows: readonly OrganisationRow[] | undefined; busy: boolean };

/** Tile view of the organisations, each with a link to its page and to its portal. */
export function OrganisationTiles({ label, rows, busy }: Props) {
  const showSkeleton = useDelayed(rows === undefined);
  return (
    <ul className={classes.tiles} aria-label={label} aria-busy={rows === undefined || busy}>
      {showSkeleton && Array.from({ length: 6 }, (_, index) => <SkeletonTile key={index} />)}
      {rows?.map((organisation) => (
        <OrganisationTile key={organisation.id} organisation={organisation} />
      ))}
    </ul>
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
    <li className={classes.tile}>
      <div className={classes.image}>
        {image ? <Logo src={image} alt="" /> : <Avatar id={id} name={name} size={40} />}
      </div>
      <div className={classes.text}>
        <h2 className={classes.name} title={name}>
          {organisation.can.view ? <Link href={organisationViewPath(organisation)}>{name}</Link> : name}
        </h2>
        <OrganisationActions organisation={organisation} placement="row" />
        <a className={classes.portal} href={accessUrl} title={accessUrl}>
          <VisuallyHidden>{t('organisations.field.url')} </VisuallyHidden>
          {organisation.url}
        </a>
        <Text span size="label" pe="xs" data-status>
          <OrganisationStatus status={status} />
        </Text>
      </div>
    </li>
  );
}

function SkeletonTile() {
  return (
    <li className={classes.tile} aria-hidden>
      <div className={classes.image} />
      <div className={classes.text}>
        <SkeletonLine width={64} />
        <span />
        <SkeletonLine width={82} />
      </div>
    </li>
  );
}
