import { Button, Select } from '@mantine/core';
import { type ApiKey, apiKeys, apiKeyStatuses, type ApiKeyWithSecret } from '@storeward/contract/api-keys';
import { useMemo, useState } from 'react';
import { hasPermission } from '../platform/session/session.ts';
import { useT } from '../platform/text/i18n.ts';
import { ConfirmDialog } from '../records/confirm-dialog.tsx';
import { FormattedMessage } from '../records/formatted-message.tsx';
import { ListScreen, NoResults } from '../records/list-screen.tsx';
import { useRecordList } from '../records/record-list.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { type ApiKeyDialogKind, apiKeyColumns, apiKeyItem } from './api-key-columns.tsx';
import { ApiKeyCreateDialog } from './api-key-create-dialog.tsx';
import { ApiKeyEditDialog } from './api-key-edit-dialog.tsx';
import { ApiKeyRotateDialog } from './api-key-rotate-dialog.tsx';
import { ApiKeySecretDialog } from './api-key-secret-dialog.tsx';
import { apiKeyListQuery, useEndPreviousKey, useRevokeApiKey } from './queries.ts';

type DialogState =
  | { kind: ApiKeyDialogKind; apiKey: ApiKey }
  | { kind: 'create' }
  | { kind: 'secret'; created: ApiKeyWithSecret };

const noFilters = { search: undefined, status: undefined };

/** The API keys of the user's area, by which other systems sign in. */
export function ApiKeyListScreen() {
  const t = useT();
  const [dialog, setDialog] = useState<DialogState>();
  const { list, query, setFilter } = useRecordList({
    schema: apiKeys.list.query,
    read: ({ cursor: _, ...params }, { status }) => apiKeyListQuery({ ...params, status }),
    defaultSort: 'name:asc',
  });
  const { status } = query;
  const open = useMemo(() => (kind: ApiKeyDialogKind, apiKey: ApiKey) => setDialog({ kind, apiKey }), []);
  const columns = useMemo(() => apiKeyColumns(t, open), [t, open]);
  const item = useMemo(() => apiKeyItem(t, open), [t, open]);
  const close = () => setDialog(undefined);
  const showSecret = (created: ApiKeyWithSecret) => setDialog({ kind: 'secret', created });
  const createButton = hasPermission(['CREATE_USER']) && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setDialog({ kind: 'create' })}>
      {t('api-keys.action.create')}
    </Button>
  );
  return (
    <>
      <ListScreen
        list={list}
        title={t('app.title.apiKeys')}
        actions={createButton}
        searchLabel={t('api-keys.list.search')}
        count={(counts) => t('api-keys.list.count', counts)}
        filters={
          <Select
            aria-label={t('api-keys.field.status')}
            placeholder={t('api-keys.list.anyStatus')}
            clearable={status !== undefined}
            clearButtonProps={{ 'aria-label': t('api-keys.list.anyStatus') }}
            flex={{ base: '1 1 8rem', sm: '0 0 11rem' }}
            data={apiKeyStatuses.map((value) => ({ value, label: t(`api-keys.status.${value}`) }))}
            value={status ?? null}
            onChange={(value) => setFilter({ status: apiKeyStatuses.find((candidate) => candidate === value) })}
          />
        }
        columns={columns}
        item={item}
        emptyState={
          list.search || status ? (
            <NoResults
              title={t('api-keys.list.nothingFound')}
              text={t('api-keys.list.nothingFoundText')}
              clearLabel={t('api-keys.list.clear')}
              onClear={() => setFilter(noFilters)}
            />
          ) : (
            <EmptyState title={t('api-keys.list.empty')} text={t('api-keys.list.emptyText')} actions={createButton} />
          )
        }
      />
      {dialog?.kind === 'create' && <ApiKeyCreateDialog onClose={close} onCreated={showSecret} />}
      {dialog?.kind === 'edit' && <ApiKeyEditDialog apiKey={dialog.apiKey} onClose={close} />}
      {dialog?.kind === 'rotate' && (
        <ApiKeyRotateDialog apiKey={dialog.apiKey} onClose={close} onCreated={showSecret} />
      )}
      {dialog?.kind === 'secret' && <ApiKeySecretDialog created={dialog.created} onClose={close} />}
      {(dialog?.kind === 'revoke' || dialog?.kind === 'endPrevious') && (
        <ConfirmEnd kind={dialog.kind} apiKey={dialog.apiKey} onClose={close} />
      )}
    </>
  );
}

type ConfirmEndProps = { kind: 'revoke' | 'endPrevious'; apiKey: ApiKey; onClose: () => void };

/** Confirms that a key, or the one before it, ends at once. */
function ConfirmEnd({ kind, apiKey, onClose }: ConfirmEndProps) {
  const t = useT();
  const notify = useNotify();
  const [revoke, endPrevious] = [useRevokeApiKey(), useEndPreviousKey()];
  const mutation = kind === 'revoke' ? revoke : endPrevious;
  const { name } = apiKey;
  return (
    <ConfirmDialog
      opened
      danger
      title={t(`api-keys.${kind}.title`, { name })}
      message={<FormattedMessage phrase={`api-keys.${kind}.text`} />}
      busy={mutation.isPending}
      onNo={onClose}
      onYes={() =>
        mutation.mutate(apiKey, {
          onSuccess: () => notify.success(t(`api-keys.${kind}.done`, { name })),
          onSettled: onClose,
        })
      }
    />
  );
}
