import { Flex, Text } from '@mantine/core';
import type { ModuleCode } from '@storeward/contract/modules';
import { modulePath } from '../../platform/api/redirects.ts';
import { hasPhrase, useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import type { OwnModule } from '../../platform/session/session-modules.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Logo } from '../../ui/image/logo.tsx';
import lines from '../../ui/list/lines.module.css';
import { Link } from '../../ui/page/link.tsx';
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

/** Tiles of modules, three per row; the selected module is marked. */
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

function ApplicationTile({ code, name, logo, onSelect }: OwnModule & { onSelect: (() => void) | undefined }) {
  const t = useT();
  const isSelected = useSession().module === code;
  const purpose = `app.module.${code}`;
  return (
    <Link href={modulePath(code)} className={classes.tile} aria-current={isSelected || undefined} onClick={onSelect}>
      <Flex component="span" className={`${classes.picture} ${lines.below}`} align="center" justify="center" flex={1}>
        {logo ? <Logo src={logo} alt="" /> : <Icon name={icons[code]} size={24} className={classes.icon} />}
      </Flex>
      <Flex component="span" direction="column" flex="none" mih="4.75rem" p="xs">
        <Text span className={classes.name ?? ''} fw="var(--weight-medium)">
          {name}
        </Text>
        {hasPhrase(purpose) && (
          <Text span className={classes.name ?? ''} size="xs" c="dimmed">
            {t(purpose)}
          </Text>
        )}
      </Flex>
    </Link>
  );
}
