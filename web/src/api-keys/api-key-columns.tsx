import { Flex, Group, Menu, Stack, Text } from '@mantine/core';
import type { ApiKey } from '@storeward/contract/api-keys';
import { formatDateOrTime, formatLastDate, type useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { ListItem } from '../ui/list/data-items.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { MoreMenu } from '../ui/list/more-menu.tsx';
import { ApiKeyState } from './api-key-state.tsx';

type Translate = ReturnType<typeof useT>;
export type ApiKeyDialogKind = 'edit' | 'rotate' | 'endPrevious' | 'revoke';
type OpenDialog = (kind: ApiKeyDialogKind, apiKey: ApiKey) => void;

export const apiKeyColumns = (t: Translate, openDialog: OpenDialog): Column<ApiKey>[] => [
  {
    id: 'name',
    header: t('api-keys.field.name'),
    sortable: true,
    text: ({ name }) => name,
    detail: ({ prefix }) => `${prefix}…`,
    cell: ({ name }) => (
      <>
        {/* as wide as an avatar, to align the second line of text */}
        <Flex component="span" justify="center" w={28} c="var(--icon)">
          <Icon name="key" />
        </Flex>
        <span>{name}</span>
      </>
    ),
  },
  {
    id: 'role',
    header: t('api-keys.field.role'),
    width: '15%',
    hidePriority: 1,
    text: ({ role }) => role.name,
    cell: ({ role }) => role.name,
  },
  {
    id: 'place',
    header: t('api-keys.field.place'),
    width: '15%',
    hidePriority: 2,
    text: ({ place }) => place.name,
    cell: ({ place }) => place.name,
  },
  {
    id: 'until',
    header: t('api-keys.field.until'),
    sortable: true,
    width: '8.5rem',
    text: ({ until }) => formatLastDate(until),
    cell: ({ until }) => formatLastDate(until),
  },
  {
    id: 'lastUsed',
    header: t('api-keys.field.lastUsed'),
    sortable: true,
    muted: true,
    hidePriority: 3,
    width: '9rem',
    text: (apiKey) => lastUse(apiKey, t),
    cell: ({ lastUsed }) => (lastUsed === null ? t('api-keys.list.neverUsed') : formatDateOrTime(lastUsed)),
  },
  {
    id: 'status',
    header: t('api-keys.field.status'),
    width: '14rem',
    cell: (apiKey) => <ApiKeyState apiKey={apiKey} />,
  },
  {
    id: 'menu',
    header: t('api-keys.list.actionsHeader'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (apiKey) => <Actions apiKey={apiKey} t={t} openDialog={openDialog} />,
  },
];

export const apiKeyItem =
  (t: Translate, openDialog: OpenDialog) =>
  (apiKey: ApiKey): ListItem => ({
    title: apiKey.name,
    detail: (
      <Stack component="span" gap={2} align="start">
        <Text span inherit truncate>
          {[apiKey.role.name, apiKey.place.name].join(' · ')}
        </Text>
        <Group component="span" gap="xs">
          <ApiKeyState apiKey={apiKey} />
          <span>{t('api-keys.list.endsOn', { when: formatLastDate(apiKey.until) })}</span>
        </Group>
      </Stack>
    ),
    trailing: <Actions apiKey={apiKey} t={t} openDialog={openDialog} />,
  });

const lastUse = ({ lastUsed, lastAddress }: ApiKey, t: Translate) =>
  lastUsed === null
    ? t('api-keys.list.neverUsed')
    : [formatDateOrTime(lastUsed), lastAddress].filter((part) => part !== null).join(' · ');

type ActionsProps = { apiKey: ApiKey; t: Translate; openDialog: OpenDialog };

function Actions({ apiKey, t, openDialog }: ActionsProps) {
  const { can, previous } = apiKey;
  const kinds: readonly (ApiKeyDialogKind | false)[] = [
    can.edit && 'edit',
    can.rotate && 'rotate',
    can.revoke && previous !== null && 'endPrevious',
    can.revoke && 'revoke',
  ];
  const offered = kinds.filter((kind) => kind !== false);
  if (offered.length === 0) return null;
  return (
    <MoreMenu label={t('api-keys.action.more', { name: apiKey.name })} small>
      {offered.map((kind) => (
        <Menu.Item key={kind} {...(kind === 'revoke' && { color: 'danger' })} onClick={() => openDialog(kind, apiKey)}>
          {t(`api-keys.action.${kind}`)}
        </Menu.Item>
      ))}
    </MoreMenu>
  );
}
