import { Box, Flex, Text } from '@mantine/core';
import { fullNameOf } from '@storeward/contract/full-names';
import { useSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/image/avatar.tsx';

type Props = { size: 36 | 40; greeting?: string; avatarOnly?: boolean };

/** Avatar, name and role of the signed-in user, as shown in the menus. */
export function CurrentUser({ size, greeting, avatarOnly = false }: Props) {
  const { user } = useSession();
  return (
    <Flex align="center" gap="sm" miw={0}>
      <CurrentUserAvatar size={size} />
      {!avatarOnly && (
        <Box miw={0}>
          {greeting && (
            <Text truncate size="xs" c="dimmed">
              {greeting}
            </Text>
          )}
          <Text truncate fw="var(--weight-medium)">
            {user && fullNameOf(user)}
          </Text>
          <Text truncate size="xs" c="dimmed">
            {user?.roleName}
          </Text>
        </Box>
      )}
    </Flex>
  );
}

export function CurrentUserAvatar({ size = 28 }: { size?: 28 | 36 | 40 }) {
  const { user } = useSession();
  return <Avatar id={user?.id ?? ''} name={user ? fullNameOf(user) : ''} src={user?.profilePicture} size={size} />;
}
