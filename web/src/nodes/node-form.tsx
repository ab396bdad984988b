import { Checkbox, Group, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { nodeInputIn } from '@storeward/contract/nodes/node-input';
import { nodeRegions } from '@storeward/contract/nodes/node-types';
import { Node, type NodeId } from '@storeward/contract/nodes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT, useLanguage } from '../platform/text/i18n.ts';
import { CountryPicker } from '../reference/country-picker.tsx';
import { TimeZonePicker } from '../reference/time-zone-picker.tsx';
import { PhoneField } from '../records/phone-field.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { ReadOnlyField, FormSection, OptionalLabel, FullWidth } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/page/notify.tsx';
import { CoordinateFields } from './coordinate-fields.tsx';
import { type NodeField, nodeLabel, nodeFields, nodeText, nodeValues } from './node-fields.ts';
import { nodeQuery, timeZonePreviewQuery, useSaveNode } from './queries.ts';
import { shiftedPlansText } from './shifted-plans.ts';

/** The edit form of a node; its parent and level are shown locked. */
export function NodeForm({ node }: { node: Node }) {
  const t = useT();
  const edit = useNodeEdit(node);
  const lock = <Icon name="lock" size={16} title={t('nodes.edit.locked')} />;
  const parentPath = node.path.map(({ name }) => name).join(' › ');
  return (
    <RecordForm edit={edit} label={t('app.title.nodeEdit')}>
      <FormSection title={t('nodes.section.position')} text={t('nodes.section.positionFixed')}>
        <FullWidth>
          <ReadOnlyField label={t('nodes.field.parent')} suffix={lock}>
            <span title={parentPath}>{parentPath || t('nodes.details.unset')}</span>
          </ReadOnlyField>
        </FullWidth>
        <ReadOnlyField label={t('nodes.children.level')} suffix={lock}>
          {t(`ui.level.${node.nodeType}`)}
        </ReadOnlyField>
      </FormSection>
      <NodeFields
        input={(field) => edit.form.getInputProps(field)}
        country={edit.form.values.country || node.inheritedCountry}
        timeZoneHint={edit.form.isDirty('timeZone') && <ShiftedPlans id={node.nodeId} />}
      />
    </RecordForm>
  );
}

function useNodeEdit(node: Node) {
  const t = useT();
  const [language] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveNode = useSaveNode(node.nodeId);
  return useRecordEdit(node, {
    schema: nodeInputIn(node.inheritedCountry ?? ''),
    read: (current) => Node.safeParse(current).data,
    values: nodeValues,
    fields: nodeFields,
    label: (field) => nodeLabel(field, t),
    text: (field, value) => nodeText(field, value, language, t),
    fieldOf: { 'node.codeTaken': 'code', 'node.hidesYourself': 'region', 'node.hiddenEverywhere': 'region' },
    save: saveNode.mutateAsync,
    onNewer: (newer) => client.setQueryData(nodeQuery(node.nodeId).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('nodes.edit.saved', { name })),
  });
}

/** How many planned changes of the node and below start at another local time by another clock. */
function ShiftedPlans({ id }: { id: NodeId }) {
  const t = useT();
  const { data } = useQuery(timeZonePreviewQuery(id));
  return <span role="status">{data && data.planCount > 0 && shiftedPlansText(data.planCount, t)}</span>;
}

type FieldsProps = {
  input: (field: NodeField) => GetInputPropsReturnType;
  /** The country of the node, or the one that it inherits. */
  country: string | null | undefined;
  /** What a new time zone would change. */
  timeZoneHint?: ReactNode;
};

/** The input fields shared by the create and the edit form. */
export function NodeFields({ input, country, timeZoneHint }: FieldsProps) {
  const t = useT();
  const optional = (field: NodeField) => <OptionalLabel label={nodeLabel(field, t)} optional={t('ui.form.optional')} />;
  const nothingFound = t('nodes.edit.nothingFound');
  return (
    <>
      <FormSection title={t('nodes.section.details')} text={t('nodes.section.detailsText')}>
        <TextInput label={nodeLabel('name', t)} autoComplete="off" {...input('name')} />
        <TextInput
          label={nodeLabel('code', t)}
          description={t('nodes.field.codeHint')}
          autoComplete="off"
          spellCheck={false}
          {...input('code')}
        />
        <FullWidth>
          <Checkbox.Group label={optional('region')} description={t('nodes.field.regionHint')} {...input('region')}>
            <Group gap="4px 24px" mt={4}>
              {nodeRegions.map((region) => (
                <Checkbox key={region} value={region} label={t(`nodes.region.${region}`)} />
              ))}
            </Group>
          </Checkbox.Group>
        </FullWidth>
      </FormSection>
      <FormSection title={t('nodes.section.address')} text={t('nodes.section.addressText')}>
        <FullWidth>
          <TextInput label={optional('street')} autoComplete="off" {...input('street')} />
        </FullWidth>
        <TextInput label={optional('postCode')} autoComplete="off" {...input('postCode')} />
        <TextInput label={optional('city')} autoComplete="off" {...input('city')} />
        <TextInput label={optional('state')} autoComplete="off" {...input('state')} />
        <CountryPicker
          label={optional('country')}
          nothingFoundMessage={nothingFound}
          clearButtonProps={{ 'aria-label': t('nodes.edit.clearCountry') }}
          {...input('country')}
        />
        <TimeZonePicker
          label={optional('timeZone')}
          description={timeZoneHint}
          nothingFoundMessage={nothingFound}
          clearable
          clearButtonProps={{ 'aria-label': t('nodes.edit.clearTimeZone') }}
          {...input('timeZone')}
        />
        <CoordinateFields input={input} />
      </FormSection>
      <FormSection title={t('nodes.section.contact')} text={t('nodes.section.contactText')}>
        <TextInput label={optional('emailId')} type="email" autoComplete="off" {...input('emailId')} />
        <PhoneField label={optional('phoneNumber')} country={country} {...input('phoneNumber')} />
      </FormSection>
    </>
  );
}
