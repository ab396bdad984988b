import { TextInput } from '@mantine/core';
import type { NodeType } from '@storeward/contract/access';
import { type ApiKeyWithSecret, NewApiKey } from '@storeward/contract/api-keys';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleChoice, RoleId } from '@storeward/contract/roles';
import { useState } from 'react';
import * as z from 'zod/mini';
import { LevelNodePicker } from '../nodes/pickers/level-node-picker.tsx';
import { useT } from '../platform/text/i18n.ts';
import { SchemaFormDialog, useFormDialog } from '../records/schema-form-dialog.tsx';
import { useOwnEnd } from '../records/last-day.ts';
import { RolePicker } from '../roles/role-picker.tsx';
import { EndField, suggestedEnd } from './end-field.tsx';
import { NetworkField } from './network-field.tsx';
import { useCreateApiKey } from './queries.ts';

const chosen = z.string().check(z.minLength(1, 'field.required'));
const FormSchema = z.extend(NewApiKey, { nodeId: chosen, roleId: chosen });

/** Errors of the rules for assigning a role, which belong to the field that caused them. */
const fieldOf = {
  'node.unknown': 'nodeId',
  'role.unknown': 'roleId',
  'role.closed': 'roleId',
  'role.levelTooHigh': 'roleId',
  'role.levelWrong': 'roleId',
  'role.beyondYourOwn': 'roleId',
  'assignment.past': 'until',
  'assignment.outlastsYours': 'until',
  'apiKey.endTooLate': 'until',
} as const;

type Props = { onClose: () => void; onCreated: (created: ApiKeyWithSecret) => void };

/** Creates an API key for a location with a role that the user may assign there. */
export function ApiKeyCreateDialog({ onClose, onCreated }: Props) {
  const t = useT();
  const create = useCreateApiKey();
  const ownEnd = useOwnEnd();
  const [level, setLevel] = useState<NodeType>();
  const [role, setRole] = useState<RoleChoice>();
  const state = useFormDialog({
    schema: FormSchema,
    initialValues: { name: '', nodeId: '', roleId: '', until: suggestedEnd(ownEnd), networks: [] as string[] },
    recordKey: 'new',
    fields: ['name', 'nodeId', 'roleId', 'until', 'networks'],
    fieldOf,
    staleText: '',
    save: async (input) =>
      onCreated(await create.mutateAsync({ ...input, nodeId: input.nodeId as NodeId, roleId: input.roleId as RoleId })),
  });
  const { form } = state;
  return (
    <SchemaFormDialog
      state={state}
      title={t('api-keys.create.title')}
      label={t('api-keys.create.title')}
      submitLabel={t('api-keys.action.create')}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('api-keys.field.name')}
        description={t('api-keys.field.nameHint')}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <LevelNodePicker
        value={(form.values.nodeId || null) as NodeId | null}
        onChange={(nodeId, next) => {
          if (next !== level) {
            setRole(undefined);
            form.setFieldValue('roleId', '');
          }
          setLevel(next);
          form.setFieldValue('nodeId', nodeId ?? '');
        }}
        error={form.errors['nodeId']}
      />
      <RolePicker
        label={t('api-keys.field.role')}
        nodeType={level}
        value={role}
        onChange={(next) => {
          setRole(next);
          form.setFieldValue('roleId', next.id);
        }}
        error={form.errors['roleId']}
      />
      <EndField
        value={form.values.until}
        onChange={(until) => form.setFieldValue('until', until)}
        error={form.errors['until']}
      />
      <NetworkField
        value={form.values.networks}
        onChange={(networks) => form.setFieldValue('networks', networks)}
        errors={form.errors}
      />
    </SchemaFormDialog>
  );
}
