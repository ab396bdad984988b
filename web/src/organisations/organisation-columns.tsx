import type { OrganisationRow } from '@storeward/contract/organisations';
import { formatDay, formatNumber, type useT } from '../platform/i18n.ts';
import { Avatar } from '../ui/avatar.tsx';
import type { Item } from '../ui/data-items.tsx';
import type { Column } from '../ui/data-table.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import classes from './organisation-columns.module.css';
import { OrganisationStatus } from './organisation-status.tsx';

type Say = ReturnType<typeof useT>;

/** What the list says of each organisation, from left to right. */
export const organisationColumns = (t: Say): Column<OrganisationRow>[] => [
  {
    id: 'name',
    header: t('organisations.field.name'),
    sortable: true,
    text: ({ name }) => name,
    // a logo is wide: only a tile has the room for it
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
    cell: ({ code }) => <code className={classes.code}>{code}</code>,
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
    drop: 2,
    width: 'clamp(9rem, 12vw, 17rem)',
    text: ({ emailId }) => emailId,
    cell: ({ emailId }) => emailId,
  },
  {
    id: 'stores',
    header: t('organisations.field.stores'),
    align: 'end',
    drop: 3,
    width: '5.5rem',
    cell: ({ storeCount }) => formatNumber(storeCount),
  },
  {
    id: 'users',
    header: t('organisations.field.users'),
    align: 'end',
    drop: 3,
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
    drop: 1,
    width: '8rem',
    text: ({ createdDate }) => formatDay(createdDate),
    cell: ({ createdDate }) => formatDay(createdDate),
  },
  {
    id: 'menu',
    header: t('organisations.list.actionsHead'),
    quietHeader: true,
    width: '4.25rem',
    align: 'end',
    cell: (organisation) => <OrganisationActions organisation={organisation} at="row" />,
  },
];

/** What a phone shows of each organisation. */
export const organisationItem = ({ id, name, code, url, status }: OrganisationRow): Item => ({
  media: <Avatar id={id} name={name} size={36} />,
  title: name,
  detail: [code, url].filter(Boolean).join(' · '),
  trailing: <OrganisationStatus status={status} />,
});
