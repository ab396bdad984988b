import { Box, Flex, Text } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { isAllowedBelow } from '@storeward/contract/settings/engine/effective-value';
import { equalValues } from '@storeward/contract/settings/kinds/registry';
import { modesOf } from '@storeward/contract/settings/engine/section';
import type { FieldOverrideStats, FieldState } from '@storeward/contract/settings/engine/section-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SectionName } from '@storeward/contract/settings/sections';
import { memo, type ReactNode, useId } from 'react';
import { formatDateTimeIn, formatNumber, type PhraseKey, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, partLabel } from '../../platform/text/setting-labels.ts';
import { runtimeConfiguration } from '../../platform/runtime-configuration.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link, type ScreenAddress } from '../../ui/page/link.tsx';
import { fieldAnchor } from './section-anchors.ts';
import { ModeMenu } from './mode-menu.tsx';
import { Provenance } from './section-provenance.tsx';
import { QuietMark } from './quiet-mark.tsx';
import type { FieldParts, Translate } from '../kinds/field-view.ts';
import { viewOf } from '../kinds/registry.ts';
import { type FieldInput, inheritInput } from './section-edit.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './section-field.module.css';
import { authorText, fieldDefinition, modeText } from './section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

type Props = {
  nodeId: NodeId;
  section: SectionName;
  field: string;
  /** Time zone of planned changes. */
  timeZone: string;
  state: FieldState;
  input: FieldInput;
  changed: boolean;
  error: ReactNode;
  /** What is saved for the typed value; empty if that is the value itself, undefined for fields that are saved as typed. */
  note?: string | undefined;
  /** Errors of parts of the value, by the path inside it. */
  partErrors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
  /** Whether the node can have descendants, to which a mode applies. */
  hasDescendants: boolean;
  reach: FieldOverrideStats | undefined;
  /** URL of the override radar; undefined without permission. */
  radarUrl: ScreenAddress | undefined;
  onChange: (field: string, input: FieldInput) => void;
  onBlur: (field: string) => void;
  onWithdraw: ((changeId: string) => void) | undefined;
  /** Deletes a stored secret. */
  onDelete: ((field: string) => void) | undefined;
};

/** The props with functions for this field. */
type FieldProps = Omit<Props, 'onChange' | 'onBlur' | 'onDelete'> & {
  onChange: (input: FieldInput) => void;
  onBlur: () => void;
  onDelete: (() => void) | undefined;
};

/** Whether the field would be drawn alike. The form copies all values with each change, so that these are compared in depth. */
const isSame = (before: Props, after: Props): boolean =>
  Object.keys({ ...before, ...after }).every((name) => {
    const [old, current] = [before[name as keyof Props], after[name as keyof Props]];
    if (Object.is(old, current)) return true;
    if (name === 'input') return sameValue(old, current);
    return name === 'partErrors' && areSameErrors(before.partErrors, after.partErrors);
  });

const areSameErrors = (before: Props['partErrors'], after: Props['partErrors']): boolean =>
  Object.keys({ ...before, ...after }).every((path) => before[path] === after[path]);

const partsOf = (section: SectionName, field: string, errors: FieldParts['errors'], t: Translate): FieldParts => ({
  label: (part) => partLabel(section, field, part, t),
  hint: (part, { hint }) => (hint ? t(`settings.hint.${field}.${part}` as PhraseKey) : undefined),
  errors,
  viewOf,
});

/** Values of the installation that hints name: how many minutes the idle warning stays. */
const hintValues = () => ({ minutes: Math.round(runtimeConfiguration().times.warning / 6) / 10 });

/** One setting of a node: its value, origin and inheritance chain, and the action to override or revert it. */
export const SectionField = memo(function SectionField({ onChange: change, onBlur: blur, onDelete, ...rest }: Props) {
  const props: FieldProps = {
    ...rest,
    onChange: (input) => change(rest.field, input),
    onBlur: () => blur(rest.field),
    onDelete: onDelete && (() => onDelete(rest.field)),
  };
  const { section, field, state, input, changed, error, partErrors, readOnly, hasDescendants, onChange, onBlur } =
    props;
  const t = useT();
  const definition = fieldDefinition(section, field);
  const { Control, isWide, changes } = viewOf(definition);
  const changesOf = changes?.(definition);
  // no changes leave a field without an own value as it is
  const isOwn = (newValue: unknown) =>
    !changesOf || state.own !== null || !equalValues(definition, newValue, changesOf.none);
  const label = fieldLabel(section, field, t);
  const locked = state.bound?.mode === 'locked';
  const isReadOnly = readOnly || locked;
  const value = input.own ? input.value : state.inherited.value;
  const isSet = input.own ? state.own !== null || input.value !== null : state.inherited.isSet;
  const isReverted = state.own !== null && !input.own;
  const shownValue = changesOf
    ? isReverted && !readOnly
      ? changesOf.revert(state)
      : input.value
    : locked && !input.own
      ? state.value
      : value;
  const id = useId();
  return (
    <div
      id={fieldAnchor(section, field)}
      tabIndex={-1}
      className={classes.field}
      data-changed={changed || undefined}
      data-wide={isWide || undefined}
      role="group"
      aria-labelledby={id}
    >
      <Flex className={classes.name ?? ''} direction="column" gap={4}>
        <Text span id={id} fw="var(--weight-medium)">
          {label}
        </Text>
        {definition.hint && (
          <Text span size="xs" c="dimmed">
            {t(`settings.hint.${field}` as PhraseKey, hintValues())}
          </Text>
        )}
      </Flex>
      <Flex className={classes.body ?? ''} direction="column" gap={6} miw={0}>
        <Flex align="flex-start" gap="xs">
          <Box flex={1} miw={0}>
            <Control
              definition={definition}
              label={label}
              value={shownValue}
              isSet={isSet}
              error={error}
              disabled={isReadOnly || !(input.own || changesOf)}
              parts={partsOf(section, field, partErrors, t)}
              state={state}
              nodeId={props.nodeId}
              hasDescendants={hasDescendants}
              onChange={(newValue) => onChange({ ...input, own: isOwn(newValue), value: newValue })}
              onBlur={onBlur}
            />
          </Box>
          {input.own && hasDescendants && !isReadOnly && (
            <ModeMenu
              modes={modesOf(definition)}
              mode={input.mode}
              label={label}
              text={(mode) => modeText(definition, mode, t)}
              onChange={(mode) => onChange({ ...input, mode })}
            />
          )}
        </Flex>
        {props.note !== undefined && (
          <Text span role="status" size="xs" c="dimmed">
            {props.note}
          </Text>
        )}
        <Flex wrap="wrap" align="baseline" justify="space-between" gap="4px 16px" fz="xs" lh="xs">
          <Provenance {...props} />
          {!readOnly && <FieldAction {...props} />}
        </Flex>
        <PlannedChanges {...props} />
      </Flex>
      <OverrideCount reach={props.reach} radarUrl={props.radarUrl} />
    </div>
  );
}, isSame);

/** The available action: set a value here, or revert to the inherited one. */
function FieldAction({ section, field, state, input, onChange, onDelete }: FieldProps) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  const label = fieldLabel(section, field, t);
  const { StoredAction, initialValue, copiesInherited, namesInherited, changes } = viewOf(definition);
  if (StoredAction && state.own && onDelete)
    return (
      <StoredAction
        label={label}
        nodeName={state.chain.at(-1)?.place.name ?? ''}
        isReplaced={input.value !== null}
        onKeep={() => onChange({ ...input, own: true, value: null })}
        onDelete={onDelete}
      />
    );
  if (input.own)
    return (
      <TextButton
        label={`${label}: ${t('settings.action.revert')}`}
        onClick={() => onChange(inheritInput(section, field))}
      >
        {namesInherited && state.inherited.value !== null
          ? t('settings.action.revertTo', { value: valueText(definition, state.inherited.value, t) })
          : t('settings.action.revert')}
      </TextButton>
    );
  if (state.bound?.mode === 'locked' || changes?.(definition)) return null;
  return (
    <TextButton
      label={`${label}: ${t('settings.action.set')}`}
      onClick={() =>
        onChange({
          own: true,
          value: (copiesInherited ? state.inherited.value : null) ?? initialValue,
          mode: 'free',
        })
      }
    >
      {t('settings.action.set')}
    </TextButton>
  );
}

/** Planned starts and ends of values. */
function PlannedChanges({ section, field, timeZone, state, readOnly, onWithdraw }: FieldProps) {
  const t = useT();
  const definition = fieldDefinition(section, field);
  if (state.coming.length === 0) return null;
  const formatStart = (from: string) => formatDateTimeIn(from, timeZone);
  return (
    <Flex component="ul" direction="column" gap={4} fz="xs" lh="xs">
      {state.coming.map(({ changeId, from, own, value, mode, ...author }) => (
        <Flex key={`${changeId} ${from}`} component="li" align="center" gap={6} c="dimmed">
          <Icon name="clock" size={12} />
          <span>
            {[
              own
                ? t('settings.planned.value', { when: formatStart(from), value: valueText(definition, value, t) })
                : t('settings.planned.end', { when: formatStart(from) }),
              mode !== 'free' && modeText(definition, mode, t),
              own &&
                state.bound &&
                !isAllowedBelow(definition, value, [state.bound]) &&
                t('settings.planned.notAllowed', { name: state.bound.source.name }),
              authorText(author, t),
              author.reason,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {!readOnly && onWithdraw && (
            <TextButton onClick={() => onWithdraw(changeId)}>{t('settings.planned.withdraw')}</TextButton>
          )}
        </Flex>
      ))}
    </Flex>
  );
}

/** Number of descendants that override the field. */
function OverrideCount({ reach, radarUrl }: Pick<Props, 'reach' | 'radarUrl'>) {
  const t = useT();
  if (!reach) return null;
  if (reach.own === 0)
    return (
      <Overrides>
        <QuietMark text={t('settings.overridesBelow.none')} />
      </Overrides>
    );
  const text = t('settings.overridesBelow.count', { count: reach.own, figure: formatNumber(reach.own) });
  return (
    <Overrides>
      {radarUrl ? (
        <Link href={radarUrl} title={t('settings.overridesBelow.title', { count: reach.own })}>
          {text}
        </Link>
      ) : (
        text
      )}
    </Overrides>
  );
}

const Overrides = ({ children }: { children: ReactNode }) => (
  <Text span className={classes.overrides ?? ''} size="label" c="dimmed" ta="end">
    {children}
  </Text>
);
