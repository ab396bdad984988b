import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeRef } from '@storeward/contract/nodes';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { isUnderstood } from '@storeward/contract/settings/binding';
import { sameValue } from '@storeward/contract/settings/section';
import { type Theme, themeFrom } from '@storeward/contract/settings/theme';
import { useQuery } from '@tanstack/react-query';
import { uploadPicture } from '../files/queries.ts';
import { formatMoment, formatMomentIn, formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { RecordForm } from '../screens/record-form.tsx';
import { AsOfForm, useMoment } from '../settings/as-of-form.tsx';
import { clashesBelow, sectionAt, useSaveDraft } from '../settings/queries.ts';
import { type Choices, inherited, useSectionEdit, wantedOf } from '../settings/section-edit.ts';
import { AboutChange } from '../settings/section-form.tsx';
import { HistoryButton } from '../settings/section-history.tsx';
import { authorText, declared, modeText, valueText } from '../settings/section-words.ts';
import type { Told } from '../themes/theme-editing.ts';
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

/** What is to be said of each field besides where it comes from: a lock above, a mode, a plan, a value that nobody understands. */
function toldOf({ fields, timeZone }: SectionState, choices: Choices, t: ReturnType<typeof useT>): Told {
  const entries = Object.entries(fields).map(([field, { bound, own, coming }]) => {
    const one = declared('theme', field);
    const choice = choices[field];
    const lost = own && choice?.own && !own.inForce && !isUnderstood(one, own.value);
    const notes = [
      lost ? t('settings.from.notUnderstood') : undefined,
      choice?.own && choice.mode !== 'free' ? modeText(one, choice.mode, t) : undefined,
      ...coming.map(({ from, own: begins, value, ...author }) => {
        const when = `${formatMomentIn(from, timeZone)} (${timeZone})`;
        const words = begins
          ? t('settings.coming.value', { value: valueText(one, value, t), when })
          : t('settings.coming.end', { when });
        return [words, authorText(author, t), author.reason].filter(Boolean).join(' · ');
      }),
    ].filter((note) => note !== undefined);
    const fixed = bound?.mode === 'locked' ? t('settings.from.locked', { name: bound.source.name }) : undefined;
    return [field, { notes, ...(fixed && { fixed }) }] as const;
  });
  return Object.fromEntries(entries);
}

type ClashProps = { place: SectionState['place']; fields: ReturnType<typeof wantedOf> | undefined };

/** Says before it is saved who below could not be read any more with these colours. */
function ClashesBelow({ place, fields }: ClashProps) {
  const t = useT();
  const [asked] = useDebouncedValue(fields, 400);
  const { data } = useQuery({
    ...clashesBelow(place.id, 'theme', asked ?? {}),
    enabled: asked !== undefined && place.nodeType !== 'STORE',
    placeholderData: (before) => before,
    meta: { quiet: true },
  });
  if (!fields || !data || data.count === 0) return null;
  const { count, places } = data;
  const named = places.map((one) => {
    const words = one.fields.map((field) => fieldLabel('theme', field, t)).join(', ');
    return `${one.place.name} (${words})`;
  });
  return (
    <p className={classes.clashes} role="status">
      <Icon name="alert" size={16} />
      <span>
        {t('settings.clashes.text', { count, shown: formatNumber(count) })} {named.join(' · ')}
        {count > places.length && ' …'}
      </span>
    </p>
  );
}

function Edited({ state }: { state: SectionState }) {
  const t = useT();
  const notify = useNotify();
  const { edit, about, setAbout } = useSectionEdit(state, { marksFields: false });
  const { form, changed } = edit;
  const saveDraft = useSaveDraft(state.place.id, 'theme');
  const value = themeOf(state, form.values);
  const told = toldOf(state, form.values, t);
  const touched = Object.keys(form.values).filter((field) => form.isDirty(field));
  const sources = Object.entries(state.fields).flatMap(([field, { inherited: above }]) =>
    form.values[field]?.own ? [] : [[field, { from: above.source?.name ?? null }] as const],
  );

  const bound = Object.keys(form.values).filter((field) => form.values[field]?.mode === 'locked');
  const locks = state.place.nodeType !== 'STORE' && {
    locked: new Set(bound),
    onLock: (field: string, locked: boolean) => {
      const choice = form.values[field];
      if (choice?.own) form.setFieldValue(field, { ...choice, mode: locked ? 'locked' : 'free' });
    },
  };

  /** Takes over what differs as the place's own. */
  function take(next: Readonly<Record<string, unknown>>) {
    const now: Readonly<Record<string, unknown>> = value;
    for (const [field, wanted] of Object.entries(next)) {
      const choice = form.values[field];
      // what is locked above stays as it is, also where a ready theme says otherwise
      if (state.fields[field]?.bound?.mode === 'locked') continue;
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
          inherited={Object.fromEntries(sources)}
          onRevert={(field) => form.setFieldValue(field, inherited)}
          told={told}
          locks={locks || undefined}
          upload={uploadPicture}
        />
        <ClashesBelow place={state.place} fields={changed > 0 ? wantedOf(form.values, touched) : undefined} />
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
