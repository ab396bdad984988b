import { VisuallyHidden } from '@mantine/core';
import type { OrganisationRow } from '@storeward/contract/organisations';
import { useT } from '../platform/i18n.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { Logo } from '../ui/logo.tsx';
import { Bone, useDelayed } from '../ui/skeleton.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { viewAddress } from './organisation-address.ts';
import { OrganisationStatus } from './organisation-status.tsx';
import classes from './organisation-tiles.module.css';

type Props = { label: string; rows: readonly OrganisationRow[] | undefined; busy: boolean };

/** The organisations as tiles, known by their logos: each leads to the organisation, and to its portal. */
export function OrganisationTiles({ label, rows, busy }: Props) {
  const waiting = useDelayed(rows === undefined);
  return (
    <ul className={classes.tiles} aria-label={label} aria-busy={rows === undefined || busy}>
      {waiting && Array.from({ length: 6 }, (_, at) => <WaitingTile key={at} />)}
      {rows?.map((organisation) => (
        <OrganisationTile key={organisation.id} organisation={organisation} />
      ))}
    </ul>
  );
}

/** What a tile is made of. */
const tileOf = ({ id, name, accessUrl, logoURL: image, status }: OrganisationRow) => ({
  id,
  name,
  accessUrl,
  image,
  status,
});

function OrganisationTile({ organisation }: { organisation: OrganisationRow }) {
  const t = useT();
  const { id, name, accessUrl, image, status } = tileOf(organisation);
  return (
    <li className={classes.tile}>
      <div className={classes.picture}>
        {image ? <Logo src={image} alt="" /> : <Avatar id={id} name={name} size={40} />}
      </div>
      <div className={classes.words}>
        <h2 className={classes.name} title={name}>
          {organisation.can.view ? <Link href={viewAddress(organisation)}>{name}</Link> : name}
        </h2>
        <OrganisationActions organisation={organisation} at="row" />
        <a className={classes.portal} href={accessUrl} title={accessUrl}>
          <VisuallyHidden>{t('organisations.field.url')} </VisuallyHidden>
          {organisation.url}
        </a>
        <span className={classes.status}>
          <OrganisationStatus status={status} />
        </span>
      </div>
    </li>
  );
}

function WaitingTile() {
  return (
    <li className={classes.tile} aria-hidden>
      <div className={classes.picture} />
      <div className={classes.words}>
        <Bone width={64} />
        <span />
        <Bone width={82} />
      </div>
    </li>
  );
}
