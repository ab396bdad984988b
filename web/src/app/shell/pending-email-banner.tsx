import { Button, Flex, Text } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
import { currentImpersonation } from '../../platform/session/impersonation-state.ts';
import { useSession } from '../../platform/session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/page/link.tsx';
import { Permit } from '../../ui/page/permit.tsx';

/** Notifies users on every screen that an administrator has entered a new e-mail address for them; renders nothing otherwise. */
export function PendingEmailBanner() {
  const t = useT();
  const { user } = useSession();
  if (!user?.decidesEmail || currentImpersonation()) return null;
  return (
    <Flex
      component="section"
      style={{ gridArea: 'notice', borderBottom: '1px solid var(--warn-line)' }}
      align="center"
      gap="sm"
      px="md"
      py="xs"
      bg="var(--warn-subtle)"
      aria-label={t('app.pendingEmail.label')}
    >
      <Icon name="info" size={18} />
      <Text flex={1} miw={0}>
        {t('app.pendingEmail.text')}
      </Text>
      <Permit any={['VIEW_PROFILE']}>
        <Button component={Link} href="/profile" size="xs" variant="default">
          {t('app.pendingEmail.review')}
        </Button>
      </Permit>
    </Flex>
  );
}
