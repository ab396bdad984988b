import { Flex, Kbd, SimpleGrid, Stack, Title } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { type PortalScreen, screens } from '../../platform/site-map.ts';
import { canOpen } from '../shell/menu-entries.ts';
import { Modal } from '../../ui/dialog/modal.tsx';

type Props = { opened: boolean; onClose: () => void };
type Shortcut = { readonly keys: readonly string[]; readonly label: string };

const allScreens: readonly PortalScreen[] = screens;

/** All keyboard shortcuts of the portal; those of screens only if the user may open the screen. */
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
      <SimpleGrid autoFlow="auto-fit" minColWidth="min(16rem, 100%)" spacing="xl">
        <Group title={t('palette.keys.everywhere')} shortcuts={general} />
        {toScreens.length > 0 && <Group title={t('palette.goTo')} shortcuts={toScreens} />}
        <Group title={t('palette.keys.tables')} shortcuts={tables} />
      </SimpleGrid>
    </Modal>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      <Stack component="dl" gap="xs">
        {shortcuts.map(({ keys, label }) => (
          <Flex key={label} align="center" justify="space-between" gap="sm">
            <dt>{label}</dt>
            <Flex component="dd" flex="none" gap="var(--s-1)">
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </Flex>
          </Flex>
        ))}
      </Stack>
    </section>
  );
}
