import type { ModuleCode } from '@storeward/contract/modules';
import { hasPhrase, useT } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import type { OwnModule } from '../../platform/session-modules.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import classes from './application-tiles.module.css';

const icons: Readonly<Record<ModuleCode, IconName>> = {
  om: 'structure',
  saga: 'book',
  tm: 'receipt',
  rj: 'undo',
  ebasket: 'basket',
  t2s: 'till',
  sotk: 'package',
  engage: 'image',
  doti: 'truck',
  ross: 'store',
};

type Props = { modules: readonly OwnModule[]; label: string; compact?: boolean; onSelect?: () => void };

/** Tiles of modules, three in a row; the selected module is marked. */
export function ApplicationTiles({ modules, label, compact = false, onSelect }: Props) {
  return (
    <ul className={classes.tiles} data-compact={compact || undefined} aria-label={label}>
      {modules.map((module) => (
        <li key={module.code}>
          <ApplicationTile {...module} onSelect={onSelect} />
        </li>
      ))}
    </ul>
  );
}

function ApplicationTile({ code, name, onSelect }: OwnModule & { onSelect: (() => void) | undefined }) {
  const t = useT();
  const isSelected = useSession().module === code;
  const purpose = `app.module.${code}`;
  return (
    <Link href={`/${code}/`} className={classes.tile} aria-current={isSelected || undefined} onClick={onSelect}>
      <span className={classes.picture}>
        <Icon name={icons[code]} size={24} className={classes.icon} />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        {hasPhrase(purpose) && <span className={classes.purpose}>{t(purpose)}</span>}
      </span>
    </Link>
  );
}
