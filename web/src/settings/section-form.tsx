import { Switch, TextInput } from '@mantine/core';
import type { FieldReach, SectionState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { may, useSession } from '../platform/session.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { DayField } from '../screens/day-field.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageBody } from '../ui/page.tsx';
import { reachOf, useDeleteSecret, useWithdraw } from './queries.ts';
import { type About, type Choices, choicesOf, inherited, useSectionEdit } from './section-edit.ts';
import { SectionField } from './section-field.tsx';
import classes from './section-form.module.css';
import { HistoryButton } from './section-history.tsx';
import { declared } from './section-words.ts';

type Props = { state: SectionState; editing: boolean };

/** One section of a place: to be changed by whoever may, and read by everybody else. */
export function SectionForm({ state, editing }: Props) {
  return editing && state.can.edit ? <Edited state={state} /> : <Read state={state} />;
}

/** How far a section reaches below its place; nothing for a store, which has nothing below it. */
function useReach({ place: { id, nodeType }, section }: SectionState) {
  const { data } = useQuery({
    ...reachOf(id, section),
    enabled: nodeType !== 'STORE',
    meta: { quiet: true },
  });
  return data;
}

function Read({ state }: { state: SectionState }) {
  const radar = useReach(state);
  return (
    <PageBody>
      <div className={classes.form}>
        <Head state={state} />
        <Fields state={state} choices={choicesOf(state)} readOnly reach={state.at ? undefined : radar?.fields} />
      </div>
    </PageBody>
  );
}

function Edited({ state }: { state: SectionState }) {
  const t = useT();
  const { edit, about, setAbout } = useSectionEdit(state);
  const { form, changed } = edit;
  const radar = useReach(state);
  const notify = useNotify();
  const deleteSecret = useDeleteSecret(state.place.id);
  const withdraw = useWithdraw(state.place.id, state.section);
  const changedFields = Object.keys(form.values).filter((field) => form.isDirty(field));
  const touched = radar && touches(changedFields, radar.storeCount, radar.fields);
  const own = Object.values(form.values).some((choice) => choice.own);
  return (
    <RecordForm edit={edit} label={sectionLabel(state.section, t)}>
      <div className={classes.form}>
        <Head
          state={state}
          override={{
            on: own,
            possible: own || JSON.stringify(everythingOwn(state, form.values)) !== JSON.stringify(form.values),
            // nothing is stored by switching it on: what is set is what is typed
            onChange: (on) => form.setValues(on ? everythingOwn(state, form.values) : nothingOwn(state, form.values)),
          }}
        />
        <Fields
          state={state}
          choices={form.values}
          readOnly={false}
          reach={radar?.fields}
          changed={changedFields}
          errors={form.errors}
          onChange={(field, choice) => form.setFieldValue(field, choice)}
          onBlur={(field) => form.validateField(field)}
          onWithdraw={(changeId) => withdraw.mutate(changeId)}
          onDelete={(field) =>
            deleteSecret.mutate(`${state.section}.${field}`, {
              onSuccess: () => notify.success(t('settings.secret.deleted')),
            })
          }
        />
        {changed > 0 && <AboutChange state={state} about={about} onChange={setAbout} touched={touched} />}
      </div>
    </RecordForm>
  );
}

type AboutProps = {
  state: Pick<SectionState, 'timeZone'>;
  about: About;
  onChange: (about: About) => void;
  touched?: { apart: number; reached: number } | undefined;
};

/** Why something is changed, from when on, and how many stores that concerns. */
export function AboutChange({ state, about, onChange, touched }: AboutProps) {
  const t = useT();
  const [day = '', time = ''] = about.startsAt.split('T');
  return (
    <section className={classes.about} aria-label={t('settings.about.title')}>
      <TextInput
        label={<OptionalLabel label={t('settings.about.reason')} optional={t('ui.form.optional')} />}
        value={about.reason}
        maxLength={256}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...about, reason: currentTarget.value })}
      />
      <div className={classes.begins}>
        <DayField
          label={<OptionalLabel label={t('settings.about.starts')} optional={t('ui.form.optional')} />}
          description={t('settings.about.startsHint', { zone: state.timeZone })}
          value={day}
          error={day !== '' && !/^\d{4}-\d\d-\d\d$/.test(day)}
          onChange={(chosen) => onChange({ ...about, startsAt: chosen ? `${chosen}T${time || '00:00'}` : '' })}
        />
        <TextInput
          label={t('settings.about.time')}
          placeholder="hh:mm"
          value={time}
          disabled={!day}
          maxLength={5}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ ...about, startsAt: `${day}T${currentTarget.value}` })}
        />
      </div>
      {touched && (
        <p className={classes.touches} role="status">
          {touched.apart === 0
            ? t('settings.about.reachesAll', { count: touched.reached, figure: formatNumber(touched.reached) })
            : t('settings.about.reaches', {
                count: touched.reached,
                figure: formatNumber(touched.reached),
                apart: formatNumber(touched.apart),
              })}
        </p>
      )}
    </section>
  );
}

/** The stores that a change of these fields reaches, and those that have a value from further down. */
function touches(fields: readonly string[], stores: number, reach: readonly FieldReach[]) {
  if (fields.length === 0) return undefined;
  const apart = Math.min(...fields.map((field) => reach.find((one) => one.field === field)?.storesApart ?? 0));
  return { apart, reached: stores - apart };
}

const everythingOwn = ({ fields }: SectionState, choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => {
      const { bound, inherited: above, isSet } = fields[field]!;
      // a secret is typed or not; an empty field is begun by typing into it
      const open = bound?.mode !== 'locked' && isSet && above.value !== null;
      return [field, choice.own || !open ? choice : { ...inherited, own: true, value: above.value }];
    }),
  );
/** A secret that is set goes by its own button alone, which asks before. */
const nothingOwn = ({ section, fields }: SectionState, choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => [
      field,
      declared(section, field).kind === 'secret' && fields[field]?.own ? { ...choice, value: null } : inherited,
    ]),
  );

type HeadProps = {
  state: SectionState;
  override?: { on: boolean; possible: boolean; onChange: (on: boolean) => void };
};

/** What the section is called, whether the place overrides it, and the way to its history. */
function Head({ state, override }: HeadProps) {
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

/** Whether a field makes sense beside the others: another provider is named only where none of the known ones is meant. */
function isAsked({ section, fields }: SectionState, choices: Choices, field: string): boolean {
  if (section !== 'integration' || field !== 'otherName') return true;
  const provider = choices['provider'];
  return (provider?.own ? provider.value : fields['provider']?.inherited.value) === 'others';
}

type FieldsProps = {
  state: SectionState;
  choices: Choices;
  readOnly: boolean;
  reach: readonly FieldReach[] | undefined;
  changed?: readonly string[];
  errors?: Readonly<Record<string, React.ReactNode>>;
  onChange?: (field: string, choice: Choices[string]) => void;
  onBlur?: (field: string) => void;
  onWithdraw?: (changeId: string) => void;
  onDelete?: (field: string) => void;
};

function Fields({
  state,
  choices,
  readOnly,
  reach,
  changed,
  errors,
  onChange,
  onBlur,
  onWithdraw,
  onDelete,
}: FieldsProps) {
  const radarOpen = useSession().level !== 'GLOBAL' && may(['VIEW_NODE', 'VIEW_ORGANISATION']);
  return (
    <div className={classes.fields}>
      {Object.entries(state.fields)
        .filter(([field, one]) => one.own !== null || choices[field]?.own || isAsked(state, choices, field))
        .map(([field, one]) => (
          <SectionField
            key={field}
            section={state.section}
            field={field}
            timeZone={state.timeZone}
            state={one}
            choice={choices[field] ?? inherited}
            changed={changed?.includes(field) ?? false}
            error={errors?.[field]}
            readOnly={readOnly}
            hasBelow={state.place.nodeType !== 'STORE'}
            radar={radarOpen ? `/structure/radar/${state.place.id}` : undefined}
            reach={reach?.find((found) => found.field === field)}
            onChange={(choice) => onChange?.(field, choice)}
            onBlur={() => onBlur?.(field)}
            onWithdraw={onWithdraw}
            onDelete={onDelete && (() => onDelete(field))}
          />
        ))}
    </div>
  );
}
