import type { OrganisationRow } from '@storeward/contract/organisations';
import { formatDateOrTime, formatNumber, type useT } from '../platform/text/i18n.ts';
import { Avatar } from '../ui/image/avatar.tsx';
import type { ListItem } from '../ui/list/data-items.tsx';
import type { Column } from '../ui/list/data-table.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { OrganisationStatus } from './organisation-status.tsx';

type Translate = ReturnType<typeof useT>;

export const organisationColumns = (t: Translate): Column<OrganisationRow>[] => [
  {
    id: 'name',
    header: t('organisations.field.name'),
    sortable: true,
    text: ({ name }) => name,
    // an avatar instead of the logo, which is too wide for a row
    cell: ({ id, name }) => (
      <>
        <Avatar id={id} name={name} />
        <span>{name}</span>
      </>
    ),
  },
  {
    id: 'code',
    header: t('organisations.field.code'),
    sortable: true,
    muted: true,
    width: '7rem',
    text: ({ code }) => code,
    cell: ({ code }) => <code>{code}</code>,
  },
  {
    id: 'url',
    header: t('organisations.field.url'),
    width: 'clamp(10rem, 13vw, 18rem)',
    text: ({ url }) => url,
    cell: ({ url, accessUrl }) => <a href={accessUrl}>{url}</a>,
  },
  {
    id: 'emailId',
    header: t('organisations.field.emailId'),
    muted: true,
    hidePriority: 2,
    width: 'clamp(9rem, 12vw, 17rem)',
    text: ({ emailId }) => emailId,
    cell: ({ emailId }) => emailId,
  },
  {
    id: 'stores',
    header: t('organisations.field.stores'),
    align: 'end',
    hidePriority: 3,
    width: '5.5rem',
    cell: ({ storeCount }) => formatNumber(storeCount),
  },
  {
    id: 'users',
    header: t('organisations.field.users'),
    align: 'end',
    hidePriority: 3,
    width: '5.5rem',
    cell: ({ userCount }) => formatNumber(userCount),
  },
  {
    id: 'status',
    header: t('organisations.field.status'),
    width: '7rem',
    cell: ({ status }) => <OrganisationStatus status={status} />,
  },
  {
    id: 'createdDate',
    header: t('organisations.field.created'),
    sortable: true,
    muted: true,
    hidePriority: 1,
    width: '8rem',
    text: ({ createdDate }) => formatDateOrTime(createdDate),
    cell: ({ createdDate }) => formatDateOrTime(createdDate),
  },
  {
    id: 'menu',
    header: t('organisations.list.actionsHeader'),
    hiddenHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (organisation) => <OrganisationActions organisation={organisation} placement="row" />,
  },
];

export const organisationItem = ({ id, name, code, url, status }: OrganisationRow): ListItem => ({
  media: <Avatar id={id} name={name} size={36} />,
  title: name,
  detail: [code, url].filter(Boolean).join(' · '),
  trailing: <OrganisationStatus status={status} />,
});
