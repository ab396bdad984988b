// oxlint-disable-next-line eslint/no-restricted-imports -- its parts are placed by hand, and nothing that was clicked opens it
import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { auth } from '../platform/session/auth.ts';
import { sessionTimes } from '../platform/configuration.ts';
import { unsavedChangeCount } from '../platform/drafts.ts';
import { useT } from '../platform/text/i18n.ts';
import { ignoreActivityAttribute, recordActivity } from '../platform/session/user-activity.ts';
import lines from '../ui/list/lines.module.css';

const radius = 42;
const circumference = 2 * Math.PI * radius;

/** The countdown before an idle session ends. */
export function IdleDialog({ opened, secondsLeft }: { opened: boolean; secondsLeft: number }) {
  const t = useT();
  const unsaved = opened ? unsavedChangeCount() : 0;
  const [minutes, seconds] = [Math.floor(secondsLeft / 60), secondsLeft % 60];
  return (
    <Modal.Root
      opened={opened}
      onClose={recordActivity}
      size="var(--idle-w)"
      radius="lg"
      shadow="xl"
      centered
      styles={{ content: { flex: '0 0 auto', width: 'var(--idle-w)', maxWidth: 'calc(100vw - 32px)' } }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body px={24} pt={28} pb={0} ta="center">
          <Box component="svg" viewBox="0 0 96 96" display="block" w={96} h={96} mx="auto" mb={16} aria-hidden>
            <circle stroke="var(--pressed)" fill="none" strokeWidth={6} cx="48" cy="48" r={radius} />
            <circle
              stroke="var(--primary)"
              strokeLinecap="round"
              style={{ transform: 'rotate(-90deg)', transformOrigin: 'center' }}
              fill="none"
              strokeWidth={6}
              cx="48"
              cy="48"
              r={radius}
              strokeDasharray={`${(circumference * secondsLeft) / Math.max(1, sessionTimes().warning)} ${circumference}`}
            />
            <text
              x="48"
              y="55"
              fill="var(--text)"
              textAnchor="middle"
              style={{
                font: 'var(--weight-medium) 22px var(--font-sans)',
                fontVariantNumeric: 'tabular-nums',
                letterSpacing: '-0.02em',
              }}
            >
              {`${minutes}:${String(seconds).padStart(2, '0')}`}
            </text>
          </Box>
          <Modal.Title>{t('app.idle.title')}</Modal.Title>
          <Text c="dimmed" mt={4}>
            {t('app.idle.text', { minutes, seconds })}
          </Text>
          {unsaved > 0 && (
            <Text size="label" c="dimmed" mt="xs">
              {t('app.idle.unsavedChanges', { count: unsaved })}
            </Text>
          )}
          <Group
            className={lines.above ?? ''}
            grow
            preventGrowOverflow={false}
            gap="xs"
            mt={24}
            mx={-24}
            px={24}
            py={16}
          >
            {/* Input on this button does not count as activity. */}
            <Button variant="default" onClick={() => void auth.logout()} {...{ [ignoreActivityAttribute]: true }}>
              {t('app.header.logout')}
            </Button>
            <Button data-autofocus onClick={recordActivity}>
              {t('app.idle.stay')}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
