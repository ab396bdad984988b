import { Switch, TextInput } from '@mantine/core';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { FieldOverrideStats, SectionState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { hasPermission, useSession } from '../platform/session.ts';
import { RecordForm } from '../records/record-form.tsx';
import { DateFormField } from '../records/date-form-field.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageBody } from '../ui/page.tsx';
import { sectionReachQuery, useDeleteSecret, useWithdraw } from './queries.ts';
import {
  type ChangeDetails,
  type FieldInput,
  inheritInput,
  isShown,
  type SectionInput,
  toSectionInput,
  inheritedInput,
  useSectionEdit,
} from './section-edit.ts';
import { SectionField } from './section-field.tsx';
import { useImpact } from './section-impact.ts';
import classes from './section-form.module.css';
import { HistoryButton } from './section-history.tsx';
import { viewOf } from './kinds/registry.ts';
import { fieldDefinition } from './section-labels.ts';

type Props = { state: SectionState; editing: boolean };

/** One section of a node, editable with permission, otherwise read-only. */
export function SectionForm({ state, editing }: Props) {
  return editing && state.can.edit ? <EditableSection state={state} /> : <ReadOnlySection state={state} />;
}

/** Override counts below the node; undefined for a store, which has no descendants. */
function useSectionReach({ place: { id, nodeType }, section }: SectionState) {
  const { data } = useQuery({
    ...sectionReachQuery(id, section),
    enabled: nodeType !== 'STORE',
    meta: { quiet: true },
  });
  return data;
}

function ReadOnlySection({ state }: { state: SectionState }) {
  const radar = useSectionReach(state);
  return (
    <PageBody>
      <div className={classes.form}>
        <SectionHeader state={state} />
        <Fields state={state} inputs={toSectionInput(state)} readOnly reach={state.at ? undefined : radar?.fields} />
      </div>
    </PageBody>
  );
}

function EditableSection({ state }: { state: SectionState }) {
  const t = useT();
  const { edit, details, setDetails } = useSectionEdit(state);
  const { form, changed } = edit;
  const radar = useSectionReach(state);
  const notify = useNotify();
  const deleteSecret = useDeleteSecret(state.place.id);
  const withdraw = useWithdraw(state.place.id, state.section);
  const changedFields = Object.keys(form.values).filter((field) => form.isDirty(field));
  const affectedStores = useImpact(state, form.values, changedFields);
  const hasOwnValues = Object.values(form.values).some((input) => input.own);

  /** Changes a field. Fields that are hidden by it keep what is stored. */
  function setInput(field: string, input: FieldInput) {
    const next = { ...form.values, [field]: input };
    const stored = toSectionInput(state);
    form.setFieldValue(field, input);
    for (const path of Object.keys(form.errors)) if (path.startsWith(`${field}.`)) form.clearFieldError(path);
    for (const other of Object.keys(next))
      if (isShown(state, form.values, other) && !isShown(state, next, other))
        form.setFieldValue(other, stored[other] ?? inheritedInput);
  }

  return (
    <RecordForm edit={edit} label={sectionLabel(state.section, t)}>
      <div className={classes.form}>
        <SectionHeader
          state={state}
          override={{
            on: hasOwnValues,
            possible: hasOwnValues || JSON.stringify(overrideAll(state, form.values)) !== JSON.stringify(form.values),
            // switching it on stores nothing; it only fills the form with the inherited values
            onChange: (on) => form.setValues(on ? overrideAll(state, form.values) : inheritAll(state, form.values)),
          }}
        />
        <Fields
          state={state}
          inputs={form.values}
          readOnly={false}
          reach={radar?.fields}
          changed={changedFields}
          errors={form.errors}
          onChange={setInput}
          onBlur={(field) => form.validateField(field)}
          onWithdraw={(changeId) => withdraw.mutate(changeId)}
          onDelete={(field) =>
            deleteSecret.mutate(`${state.section}.${field}`, {
              onSuccess: () => notify.success(t('settings.secret.deleted')),
            })
          }
        />
        {changed > 0 && (
          <ChangeDetailsForm state={state} details={details} onChange={setDetails} affectedStores={affectedStores} />
        )}
      </div>
    </RecordForm>
  );
}

type ChangeDetailsProps = {
  state: Pick<SectionState, 'timeZone'>;
  details: ChangeDetails;
  onChange: (details: ChangeDetails) => void;
  affectedStores?: { apart: number; reached: number } | undefined;
};

/** Reason, start time and number of affected stores of a change. */
export function ChangeDetailsForm({ state, details, onChange, affectedStores }: ChangeDetailsProps) {
  const t = useT();
  const [day = '', time = ''] = details.startsAt.split('T');
  return (
    <section className={classes.details} aria-label={t('settings.change.title')}>
      <TextInput
        label={<OptionalLabel label={t('settings.change.reason')} optional={t('ui.form.optional')} />}
        value={details.reason}
        maxLength={256}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...details, reason: currentTarget.value })}
      />
      <div className={classes.start}>
        <DateFormField
          label={<OptionalLabel label={t('settings.change.starts')} optional={t('ui.form.optional')} />}
          description={t('settings.change.startsHint', { zone: state.timeZone })}
          value={day}
          error={day !== '' && !/^\d{4}-\d\d-\d\d$/.test(day)}
          onChange={(newDay) => onChange({ ...details, startsAt: newDay ? `${newDay}T${time || '00:00'}` : '' })}
        />
        <TextInput
          label={t('settings.change.time')}
          placeholder="hh:mm"
          value={time}
          disabled={!day}
          maxLength={5}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ ...details, startsAt: `${day}T${currentTarget.value}` })}
        />
      </div>
      {affectedStores && (
        <p className={classes.affected} role="status">
          {affectedStores.apart === 0
            ? t('settings.change.reachesAll', {
                count: affectedStores.reached,
                figure: formatNumber(affectedStores.reached),
              })
            : t('settings.change.reaches', {
                count: affectedStores.reached,
                figure: formatNumber(affectedStores.reached),
                apart: formatNumber(affectedStores.apart),
              })}
        </p>
      )}
    </section>
  );
}

const overrideAll = ({ section, fields }: SectionState, inputs: SectionInput): SectionInput =>
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
/** A stored secret is only removed by its own button, which asks for confirmation. */
const inheritAll = ({ section, fields }: SectionState, inputs: SectionInput): SectionInput =>
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
function SectionHeader({ state, override }: SectionHeaderProps) {
  const t = useT();
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{sectionLabel(state.section, t)}</h2>
      {override ? (
        <Switch
          label={t('settings.override.label')}
          checked={override.on}
          disabled={!override.possible}
          onChange={({ currentTarget }) => override.onChange(currentTarget.checked)}
        />
      ) : (
        <span className={classes.state}>
          {t(state.isOverride ? 'settings.override.own' : 'settings.override.inherited')}
        </span>
      )}
      <HistoryButton state={state} />
    </div>
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

function Fields({
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
  const mayOpenRadar = useSession().level !== 'GLOBAL' && hasPermission(['VIEW_NODE', 'VIEW_ORGANISATION']);
  return (
    <div className={classes.fields}>
      {Object.entries(state.fields)
        .filter(([field]) => isShown(state, inputs, field))
        .map(([field, one]) => (
          <SectionField
            key={field}
            section={state.section}
            field={field}
            timeZone={state.timeZone}
            state={one}
            input={inputs[field] ?? inheritedInput}
            changed={changed?.includes(field) ?? false}
            error={errors?.[field]}
            partErrors={partErrorsOf(field, errors)}
            readOnly={readOnly}
            hasDescendants={state.place.nodeType !== 'STORE'}
            radarUrl={mayOpenRadar ? `/structure/radar/${state.place.id}` : undefined}
            reach={reach?.find((item) => item.field === field)}
            onChange={(input) => onChange?.(field, input)}
            onBlur={() => onBlur?.(field)}
            onWithdraw={onWithdraw}
            onDelete={onDelete && (() => onDelete(field))}
          />
        ))}
    </div>
  );
}
