import { Box, Flex, Switch, Text, Title } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { FieldOverrideStats, SectionState } from '@storeward/contract/settings/engine/section-state';
import { sectionOf } from '@storeward/contract/settings/sections';
import { useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import lines from '../../ui/list/lines.module.css';
import { asText } from '../../platform/text/loose-values.ts';
import { useSavedNumber } from '../../records/phone-field.tsx';
import { effectiveInputs, inheritInput, inheritedInput, isShown, type SectionInput } from './section-edit.ts';
import { sectionAnchor } from './section-anchors.ts';
import { SectionField } from './section-field.tsx';
import { HistoryButton } from './section-history.tsx';
import { viewOf } from '../kinds/registry.ts';
import { fieldDefinition } from './section-labels.ts';

/** Overrides every field of the section that can be overridden; it only fills the form with the inherited values. */
export const overrideAll = ({ section, fields }: SectionState, inputs: SectionInput): SectionInput =>
  Object.fromEntries(
    Object.entries(inputs).map(([field, input]) => {
      const { bound, inherited: inheritedState, isSet } = fields[field]!;
      // secrets and empty values cannot be copied: the user types them
      // a list by rows needs no own value to be edited
      const isSetOfChanges = viewOf(fieldDefinition(section, field)).changes?.(fieldDefinition(section, field));
      const canOverride = bound?.mode !== 'locked' && isSet && inheritedState.value !== null && !isSetOfChanges;
      return [field, input.own || !canOverride ? input : { ...inheritedInput, own: true, value: inheritedState.value }];
    }),
  );
/** Reverts every field except stored secrets, which are removed only by their own button, with a confirmation. */
export const inheritAll = ({ section, fields }: SectionState, inputs: SectionInput): SectionInput =>
  Object.fromEntries(
    Object.entries(inputs).map(([field, input]) => [
      field,
      isSecret(fieldDefinition(section, field)) && fields[field]?.own
        ? { ...input, value: null }
        : inheritInput(section, field),
    ]),
  );

type SectionHeaderProps = {
  state: SectionState;
  override?: { on: boolean; possible: boolean; onChange: (on: boolean) => void };
};

/** Title of the section, its override switch, and the button for its history. */
export function SectionHeader({ state, override }: SectionHeaderProps) {
  const t = useT();
  return (
    <Flex wrap="wrap" align="center" gap="8px 20px" px="sm" pb="sm">
      <Title order={2} id={sectionAnchor(state.section)} tabIndex={-1} me="auto">
        {sectionLabel(state.section, t)}
      </Title>
      {override ? (
        <Switch
          label={t('settings.override.label')}
          checked={override.on}
          disabled={!override.possible}
          onChange={({ currentTarget }) => override.onChange(currentTarget.checked)}
        />
      ) : (
        <Text span size="label" c="dimmed">
          {t(state.isOverride ? 'settings.override.own' : 'settings.override.inherited')}
        </Text>
      )}
      <HistoryButton state={state} />
    </Flex>
  );
}

/** The errors of the parts of a field's value, by the path inside it. */
const partErrorsOf = (field: string, errors: FieldsProps['errors'] = {}) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, error]) =>
      path.startsWith(`${field}.`) ? [[path.slice(field.length + 1), error] as const] : [],
    ),
  );

type FieldsProps = {
  state: SectionState;
  inputs: SectionInput;
  readOnly: boolean;
  reach: readonly FieldOverrideStats[] | undefined;
  changed?: readonly string[];
  errors?: Readonly<Record<string, React.ReactNode>>;
  onChange?: (field: string, input: SectionInput[string]) => void;
  onBlur?: (field: string) => void;
  onWithdraw?: (changeId: string) => void;
  onDelete?: (field: string) => void;
};

/** The fields of a section that are active with the values of the form. */
export function Fields({
  state,
  inputs,
  readOnly,
  reach,
  changed,
  errors,
  onChange,
  onBlur,
  onWithdraw,
  onDelete,
}: FieldsProps) {
  // the functions stay the same, so that a change draws its own field only
  const change = useCallbackRef(onChange);
  const blur = useCallbackRef(onBlur);
  const withdraw = useCallbackRef(onWithdraw);
  const remove = useCallbackRef(onDelete);
  const phone = sectionOf(state.section).nationalNumber;
  const effective = phone && effectiveInputs(state, inputs);
  const savedNumber = useSavedNumber(
    phone && inputs[phone.field]?.own ? effective?.[phone.field] : undefined,
    phone && asText(effective?.[phone.country]),
  );
  const mayOpenRadar = useSession().level !== 'GLOBAL' && hasPermission(['VIEW_NODE', 'VIEW_ORGANISATION']);
  return (
    <Box className={lines.below}>
      {Object.entries(state.fields)
        .filter(([field]) => isShown(state, inputs, field))
        .map(([field, one]) => (
          <SectionField
            key={field}
            nodeId={state.place.id}
            section={state.section}
            field={field}
            timeZone={state.timeZone}
            state={one}
            input={inputs[field] ?? inheritedInput}
            changed={changed?.includes(field) ?? false}
            error={errors?.[field]}
            note={field === phone?.field ? (savedNumber ?? '') : undefined}
            partErrors={partErrorsOf(field, errors)}
            readOnly={readOnly}
            hasDescendants={state.place.nodeType !== 'STORE'}
            radarUrl={mayOpenRadar ? `/structure/radar/${state.place.id}` : undefined}
            reach={reach?.find((item) => item.field === field)}
            onChange={change}
            onBlur={blur}
            onWithdraw={onWithdraw && withdraw}
            onDelete={onDelete && remove}
          />
        ))}
    </Box>
  );
}
