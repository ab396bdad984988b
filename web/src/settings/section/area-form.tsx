import { Box } from '@mantine/core';
import type { SettingArea } from '@storeward/contract/settings/engine/section';
import type { FieldOverrideStats, SectionState } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { RecordForm } from '../../records/record-form.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { PageBody } from '../../ui/page/page.tsx';
import { namedInputs, sectionInputOf, useAreaEdit } from './area-edit.ts';
import classes from './area-form.module.css';
import { ConnectionTest } from '../connections/connection-test.tsx';
import { ChangeReview } from '../changes/change-review.tsx';
import { radarQuery, useDeleteSecret, useWithdraw } from '../queries.ts';
import { sectionAnchor } from './section-anchors.ts';
import { toSectionInput } from './section-edit.ts';
import { Fields, inheritAll, overrideAll, SectionHeader } from './section-fields.tsx';
import { useImpact } from './section-impact.ts';

type Props = {
  area: SettingArea;
  states: readonly SectionState[];
  editing: boolean;
  /** Beside the sections, such as their index. */
  index?: ReactNode;
  /** Above the sections. */
  header?: ReactNode;
  /** Below the sections, saved separately. */
  extraContent?: ReactNode;
};

/** The sections of an area of a node on one page, editable with permission, otherwise read-only. */
export function AreaForm(props: Props) {
  return props.editing && props.states.some(({ can }) => can.edit) ? (
    <EditableArea {...props} />
  ) : (
    <ReadOnlyArea {...props} />
  );
}

type ReachOf = (state: SectionState) => readonly FieldOverrideStats[] | undefined;

/** Override counts below the node, by section; undefined for a store, which has no descendants. */
function useReach([first]: readonly SectionState[]): ReachOf {
  const { id, nodeType } = first!.place;
  const { data } = useQuery({ ...radarQuery(id), enabled: nodeType !== 'STORE', meta: { quiet: true } });
  return ({ section, at }) => (at ? undefined : data?.fields.filter((field) => field.section === section));
}

function Layout({ index, header, children }: Pick<Props, 'index' | 'header'> & { children: ReactNode }) {
  return (
    <Box className={classes.page} miw={0} data-indexed={index !== undefined || undefined}>
      {index}
      <Box className={classes.sections} miw={0} px={{ base: 4, sm: 'var(--page-pad)' }} pt="sm" pb={32}>
        {header}
        {children}
      </Box>
    </Box>
  );
}

function ReadOnlyArea({ states, index, header, extraContent }: Props) {
  const reachOf = useReach(states);
  return (
    <PageBody>
      <Layout index={index} header={header}>
        {states.map((state) => (
          <ReadOnlySection key={state.section} state={state} reach={reachOf(state)} />
        ))}
        {extraContent}
      </Layout>
    </PageBody>
  );
}

function ReadOnlySection({ state, reach }: { state: SectionState; reach: ReturnType<ReachOf> }) {
  return (
    <section className={classes.section} aria-labelledby={sectionAnchor(state.section)}>
      <SectionHeader state={state} />
      <Fields state={state} inputs={toSectionInput(state)} readOnly reach={reach} />
    </section>
  );
}

function EditableArea({ area, states, index, header, extraContent }: Props) {
  const t = useT();
  const areaEdit = useAreaEdit(area, states);
  const { edit, details, setDetails } = areaEdit;
  const { form } = edit;
  const reachOf = useReach(states);
  const changed = Object.keys(form.values).filter((name) => form.isDirty(name));
  const impact = useImpact(states, form.values, changed);
  const label = states.length === 1 ? sectionLabel(states[0]!.section, t) : t(`settings.area.${area}`);
  return (
    <RecordForm
      edit={edit}
      label={label}
      renderAround={(areaForm) => (
        <Layout index={index} header={header}>
          {areaForm}
          {extraContent}
        </Layout>
      )}
      changeDetails={
        <ChangeReview
          states={states}
          input={form.values}
          changed={changed}
          details={details}
          onChange={setDetails}
          affectedStores={impact.affectedStores}
          isUncounted={impact.isUncounted}
          overridesBelow={(section, field) =>
            states
              .filter((state) => state.section === section)
              .flatMap((state) => reachOf(state) ?? [])
              .find((one) => one.field === field)?.own ?? 0
          }
        />
      }
    >
      {states.map((state) =>
        state.can.edit ? (
          <EditableSection
            key={state.section}
            state={state}
            reach={reachOf(state)}
            areaEdit={areaEdit}
            changed={changed}
          />
        ) : (
          <ReadOnlySection key={state.section} state={state} reach={reachOf(state)} />
        ),
      )}
    </RecordForm>
  );
}

type EditableSectionProps = {
  state: SectionState;
  reach: ReturnType<ReachOf>;
  areaEdit: ReturnType<typeof useAreaEdit>;
  changed: readonly string[];
};

function EditableSection({ state, reach, areaEdit: { edit, setInput }, changed }: EditableSectionProps) {
  const t = useT();
  const notify = useNotify();
  const { form } = edit;
  const { section, place } = state;
  const deleteSecret = useDeleteSecret(place.id);
  const withdraw = useWithdraw(place.id, section);
  const inputs = sectionInputOf(state, form.values);
  const hasOwnValues = Object.values(inputs).some(({ own }) => own);
  const prefix = `${section}:`;
  const ownNames = <V,>(entries: readonly (readonly [string, V])[]) =>
    entries.flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : []));
  const changedFields = ownNames(changed.map((name) => [name, name])).map(([field]) => field);
  return (
    <section className={classes.section} aria-labelledby={sectionAnchor(section)}>
      <SectionHeader
        state={state}
        override={{
          on: hasOwnValues,
          possible: hasOwnValues || JSON.stringify(overrideAll(state, inputs)) !== JSON.stringify(inputs),
          onChange: (on) =>
            form.setValues(namedInputs(state, on ? overrideAll(state, inputs) : inheritAll(state, inputs))),
        }}
      />
      <Fields
        state={state}
        inputs={inputs}
        readOnly={false}
        reach={reach}
        changed={changedFields}
        errors={Object.fromEntries(ownNames(Object.entries(form.errors)))}
        onChange={(field, input) => setInput(state, field, input)}
        onBlur={(field) => form.validateOnBlur(`${prefix}${field}`)}
        onWithdraw={(changeId) => withdraw.mutate(changeId)}
        onDelete={(field) =>
          deleteSecret.mutate(`${section}.${field}`, {
            onSuccess: () => notify.success(t('settings.secret.deleted')),
          })
        }
      />
      <ConnectionTest
        state={state}
        inputs={inputs}
        changed={changedFields}
        onErrors={(errors) =>
          form.showErrors(
            Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${prefix}${field}`, error])),
          )
        }
      />
    </section>
  );
}
