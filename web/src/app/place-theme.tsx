import { Button } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { sameValue } from '@storeward/contract/settings/section';
import { type Theme, themeFrom } from '@storeward/contract/settings/theme';
import { useQuery } from '@tanstack/react-query';
import { uploadPicture } from '../files/queries.ts';
import { formatMoment, useT } from '../platform/i18n.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { RecordForm } from '../screens/record-form.tsx';
import { AsOfForm, useMoment } from '../settings/as-of-form.tsx';
import { sectionAt, useSaveDraft } from '../settings/queries.ts';
import { type Choices, inherited, useSectionEdit, wantedOf } from '../settings/section-edit.ts';
import { AboutChange } from '../settings/section-form.tsx';
import { HistoryButton } from '../settings/section-history.tsx';
import { ThemeStudio } from '../themes/theme-studio.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageBody } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './place-theme.module.css';

type Props = { place: Pick<NodeRef, 'id'>; editing: boolean };

/** The look of a place, in the theme studio: to be changed by whoever may, and looked at by everybody else. */
export function PlaceTheme({ place: { id }, editing }: Props) {
  const t = useT();
  const [at] = useMoment();
  const { data, error, refetch } = useQuery({ ...sectionAt(id, 'theme', at), meta: drawnHere });
  const waiting = useDelayed(!data && !error);
  if (data)
    return (
      <>
        <AsOfForm state={data} />
        {editing && data.can.edit ? <Edited state={data} /> : <Read state={data} />}
      </>
    );
  if (error)
    return (
      <PageBody>
        <LoadFailure title={t('settings.failed')} fault={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return waiting ? <FormSkeleton sections={2} /> : null;
}

function Read({ state }: { state: SectionState }) {
  const values = Object.fromEntries(Object.entries(state.fields).map(([field, { value }]) => [field, value]));
  return (
    <PageBody>
      <div className={classes.theme}>
        <Head state={state} />
        <ThemeStudio value={themeFrom(values)} onChange={() => undefined} disabled upload={uploadPicture} />
      </div>
    </PageBody>
  );
}

/** The theme that the choices make, field by field: the place's own, else what it inherits. */
function themeOf({ fields }: SectionState, choices: Choices): Theme {
  const values = Object.entries(fields).map(([field, { inherited: above }]): [string, unknown] => {
    const choice = choices[field];
    return [field, choice?.own ? choice.value : above.value];
  });
  // what nobody understands any more is drawn as everywhere
  return themeFrom(Object.fromEntries(values));
}

function Edited({ state }: { state: SectionState }) {
  const t = useT();
  const notify = useNotify();
  const { edit, about, setAbout } = useSectionEdit(state, { marksFields: false });
  const { form, changed } = edit;
  const saveDraft = useSaveDraft(state.place.id, 'theme');
  const value = themeOf(state, form.values);
  const touched = Object.keys(form.values).filter((field) => form.isDirty(field));
  const sources = Object.entries(state.fields).flatMap(([field, { inherited: above }]) =>
    !form.values[field]?.own && above.source ? [[field, { from: above.source.name }]] : [],
  );

  /** Takes over what differs as the place's own. */
  function take(next: Readonly<Record<string, unknown>>) {
    const now: Readonly<Record<string, unknown>> = value;
    for (const [field, wanted] of Object.entries(next)) {
      const choice = form.values[field];
      if (choice && !sameValue(now[field], wanted)) form.setFieldValue(field, { ...choice, own: true, value: wanted });
    }
  }

  /** Goes on with what was kept for later. */
  function resume(fields: NonNullable<SectionState['draft']>['fields']) {
    for (const [field, wanted] of Object.entries(fields))
      form.setFieldValue(field, wanted ? { own: true, ...wanted } : inherited);
  }

  return (
    <RecordForm edit={edit} label={t('settings.area.theme')}>
      <div className={classes.theme}>
        <Head state={state}>
          {changed > 0 && (
            <Button
              variant="default"
              size="xs"
              loading={saveDraft.isPending}
              onClick={() =>
                saveDraft.mutate(wantedOf(form.values, touched), {
                  onSuccess: () => notify.success(t('settings.draft.saved')),
                })
              }
            >
              {t('settings.draft.save')}
            </Button>
          )}
        </Head>
        {state.draft && (
          <p className={classes.draft}>
            <Icon name="clock" size={16} />
            <span>{t('settings.draft.there', { when: formatMoment(state.draft.updatedDate) })}</span>
            <Button size="xs" variant="default" onClick={() => resume(state.draft?.fields ?? {})}>
              {t('settings.draft.use')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => saveDraft.mutate(undefined)}>
              {t('settings.draft.drop')}
            </Button>
          </p>
        )}
        <ThemeStudio
          value={value}
          onChange={(next) => take({ ...next })}
          inherited={Object.fromEntries(sources) as Partial<Record<keyof Theme, { from: string }>>}
          onRevert={(field) => form.setFieldValue(field, inherited)}
          upload={uploadPicture}
        />
        {changed > 0 && <AboutChange state={state} about={about} onChange={setAbout} />}
      </div>
    </RecordForm>
  );
}

/** Whether the look is the place's own, and the way to its history. */
function Head({ state, children }: { state: SectionState; children?: React.ReactNode }) {
  const t = useT();
  return (
    <div className={classes.head}>
      <span className={classes.state}>
        {t(state.isOverride ? 'settings.override.own' : 'settings.override.inherited')}
      </span>
      {children}
      <HistoryButton state={state} />
    </div>
  );
}
