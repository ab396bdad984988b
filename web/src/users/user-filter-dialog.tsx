import { Button, Modal, Select } from '@mantine/core';
import { NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import { userStatuses } from '@storeward/contract/user-lists';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { oneNode } from '../nodes/queries.ts';
import { useT } from '../platform/i18n.ts';
import { may, useSession } from '../platform/session.ts';
import { AnyPlacePicker } from '../settings/any-place-picker.tsx';
import classes from './user-filter-dialog.module.css';
import { noFilters, statusWords, type UserFilterValues } from './user-filter-values.ts';
import { rolesToChoose } from './user-list-queries.ts';

type Props = { values: UserFilterValues; onClose: () => void; onChoose: (values: UserFilterValues) => void };

/** Chooses what the list of users is narrowed to. */
export function UserFilterDialog({ values, onClose, onChoose }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.filter.title')}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Fields values={values} onClose={onClose} onChoose={onChoose} />
    </Modal>
  );
}

function Fields({ values, onClose, onChoose }: Props) {
  const t = useT();
  const { rootNode } = useSession().user ?? {};
  const [wanted, setWanted] = useState<UserFilterValues>({ ...noFilters, ...values });
  const [placeName, setPlaceName] = useState<string>();
  const { data: roles } = useQuery({ ...rolesToChoose(), meta: { quiet: true } });
  const mayReadPlaces = may(['LIST_NODE_STRUCTURE']);
  const { data: place } = useQuery({
    ...oneNode(wanted.node!),
    enabled: mayReadPlaces && wanted.node !== undefined && placeName === undefined,
    meta: { quiet: true },
  });
  const choose = (part: Partial<UserFilterValues>) => setWanted((before) => ({ ...before, ...part }));
  const top = ranks[NodeType.safeParse(rootNode).data ?? 'ORGANIZATION'];
  const levels = nodeTypes.filter((type) => ranks[type] <= top);
  const common = (label: string) => ({
    label,
    placeholder: t('users.filter.any'),
    clearable: true,
    clearButtonProps: { 'aria-label': t('users.filter.clear', { filter: label }) },
    nothingFoundMessage: t('users.edit.nothingFound'),
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onChoose(wanted);
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <Select
          {...common(t('users.field.role'))}
          data-autofocus
          searchable
          openOnFocus={false}
          data={(roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={wanted.role ?? null}
          onChange={(role) => choose({ role: role ?? undefined })}
        />
        <Select
          {...common(t('users.field.status'))}
          data={userStatuses.map((value) => ({ value, label: t(statusWords[value]) }))}
          value={wanted.status ?? null}
          onChange={(status) => choose({ status: userStatuses.find((one) => one === status) })}
        />
        <Select
          {...common(t('users.field.level'))}
          data={levels.map((value) => ({ value, label: t(`ui.level.${value}`) }))}
          value={wanted.level ?? null}
          onChange={(level) => choose({ level: levels.find((one) => one === level) })}
        />
        {mayReadPlaces && (
          <AnyPlacePicker
            label={t('users.field.place')}
            chosen={wanted.node ? (placeName ?? place?.name ?? '') : ''}
            stores
            onChoose={({ nodeId, name }) => {
              setPlaceName(name);
              choose({ node: nodeId });
            }}
          />
        )}
      </div>
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('users.status.cancel')}
        </Button>
        <Button type="submit">{t('users.filter.show')}</Button>
      </div>
    </form>
  );
}
