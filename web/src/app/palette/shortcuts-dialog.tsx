import { Kbd, Modal, Title } from '@mantine/core';
import { useT } from '../../platform/i18n.ts';
import { useSession } from '../../platform/session.ts';
import { type PortalScreen, screens } from '../../platform/site-map.ts';
import { canOpen } from '../menu-entries.ts';
import classes from './shortcuts-dialog.module.css';

type Props = { opened: boolean; onClose: () => void };
type Shortcut = { readonly keys: readonly string[]; readonly label: string };

const allScreens: readonly PortalScreen[] = screens;

/** All keyboard shortcuts of the portal, those of screens as far as the user may open them. */
export function ShortcutsDialog({ opened, onClose }: Props) {
  const t = useT();
  const session = useSession();
  const general: readonly Shortcut[] = [
    { keys: ['Ctrl', 'K'], label: t('palette.title') },
    { keys: ['/'], label: t('palette.keys.search') },
    { keys: ['['], label: t('palette.keys.menu') },
    { keys: ['?'], label: t('palette.shortcuts') },
    { keys: ['Esc'], label: t('palette.keys.close') },
  ];
  const toScreens = allScreens.flatMap((screen): Shortcut[] =>
    screen.menu?.key && canOpen(session, screen) ? [{ keys: ['g', screen.menu.key], label: t(screen.title) }] : [],
  );
  const tables: readonly Shortcut[] = [
    { keys: ['↑', '↓'], label: t('palette.keys.row') },
    { keys: ['Home', 'End'], label: t('palette.keys.firstAndLast') },
    { keys: ['Space'], label: t('palette.keys.select') },
    { keys: ['Shift', '↑', '↓'], label: t('palette.keys.selectMore') },
    { keys: ['Enter'], label: t('palette.open') },
  ];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('palette.shortcuts')}
      size={640}
      closeButtonProps={{ 'aria-label': t('palette.keys.close') }}
    >
      <div className={classes.groups}>
        <Group title={t('palette.keys.everywhere')} shortcuts={general} />
        {toScreens.length > 0 && <Group title={t('palette.goTo')} shortcuts={toScreens} />}
        <Group title={t('palette.keys.tables')} shortcuts={tables} />
      </div>
    </Modal>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className={classes.line}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
