import { Box, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { NodeRef } from '@storeward/contract/nodes';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { matchesSchema } from '@storeward/contract/settings/kinds/registry';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import { type Theme, themeFrom } from '@storeward/contract/settings/sections/theme';
import { useQuery } from '@tanstack/react-query';
import { uploadImage } from '../../files/queries.ts';
import { formatDateTimeIn, formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { RecordForm } from '../../records/record-form.tsx';
import { AsOfForm, useAsOf } from '../../settings/section/as-of-form.tsx';
import { conflictsBelowQuery, sectionQuery, useSaveDraft } from '../../settings/queries.ts';
import {
  type SectionInput,
  inheritedInput,
  useSectionEdit,
  toRequestFields,
} from '../../settings/section/section-edit.ts';
import { ChangeDetailsForm } from '../../settings/changes/change-details.tsx';
import { HistoryButton } from '../../settings/section/section-history.tsx';
import { authorText, fieldDefinition, modeText } from '../../settings/section/section-labels.ts';
import type { FieldNotes } from '../../themes/theme-editing.ts';
import { ThemeStudio } from '../../themes/theme-studio.tsx';
import { Notice } from '../../ui/page/notice.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import { PageBody } from '../../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { valueText } from '../../platform/text/setting-values.ts';

type Props = { node: Pick<NodeRef, 'id'>; editing: boolean };

/** The theme of a node in the theme studio: editable with the permission, else read-only. */
export function NodeTheme({ node: { id }, editing }: Props) {
  const t = useT();
  const [at] = useAsOf();
  const { data, error, refetch } = useQuery({ ...sectionQuery(id, 'theme', at), meta: errorShownByScreen });
  const showSkeleton = useDelayed(!data && !error);
  if (data)
    return (
      <>
        <AsOfForm state={data} />
        {editing && data.can.edit ? <ThemeEditor state={data} /> : <ThemeView state={data} />}
      </>
    );
  if (error)
    return (
      <PageBody>
        <LoadError title={t('settings.failed')} error={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return showSkeleton ? <FormSkeleton sections={2} /> : null;
}

function ThemeView({ state }: { state: SectionState }) {
  const values = Object.fromEntries(Object.entries(state.fields).map(([field, { value }]) => [field, value]));
  return (
    <PageBody>
      <Box px="var(--page-pad)" pt="md" pb={32}>
        <ThemeHeader state={state} />
        <ThemeStudio
          value={themeFrom(values)}
          onChange={() => undefined}
          disabled
          upload={(file) => uploadImage(file)}
        />
      </Box>
    </PageBody>
  );
}

/** The resulting theme: per field the node's own value, else the inherited one. */
function themeOf({ fields }: SectionState, choices: SectionInput): Theme {
  const values = Object.entries(fields).map(([field, { inherited: above }]): [string, unknown] => {
    const choice = choices[field];
    return [field, choice?.own ? choice.value : above.value];
  });
  // Values that are no longer valid fall back to the defaults.
  return themeFrom(Object.fromEntries(values));
}

/** Notes per field: a lock by an ancestor, the mode, scheduled changes, values that are no longer valid. */
function fieldNotes({ fields, timeZone }: SectionState, choices: SectionInput, t: ReturnType<typeof useT>): FieldNotes {
  const entries = Object.entries(fields).map(([field, { bound, own, coming }]) => {
    const definition = fieldDefinition('theme', field);
    const choice = choices[field];
    const isObsolete = own && choice?.own && !own.inForce && !matchesSchema(definition, own.value);
    const notes = [
      isObsolete ? t('settings.origin.invalid') : undefined,
      choice?.own && choice.mode !== 'free' ? modeText(definition, choice.mode, t) : undefined,
      ...coming.map(({ from, own: begins, value, ...author }) => {
        const when = formatDateTimeIn(from, timeZone);
        const changeText = begins
          ? t('settings.planned.value', { value: valueText(definition, value, t), when })
          : t('settings.planned.end', { when });
        return [changeText, authorText(author, t), author.reason].filter(Boolean).join(' · ');
      }),
    ].filter((note) => note !== undefined);
    const lockedNote = bound?.mode === 'locked' ? t('settings.origin.locked', { name: bound.source.name }) : undefined;
    return [field, { notes, ...(lockedNote && { lockedReason: lockedNote }) }] as const;
  });
  return Object.fromEntries(entries);
}

type ConflictProps = { node: SectionState['place']; fields: ReturnType<typeof toRequestFields> | undefined };

/** Warns before saving about descendants whose own colours conflict with these. */
function ConflictsBelow({ node, fields }: ConflictProps) {
  const t = useT();
  const [debouncedFields] = useDebouncedValue(fields, 400);
  const { data } = useQuery({
    ...conflictsBelowQuery(node.id, 'theme', debouncedFields ?? {}),
    enabled: debouncedFields !== undefined && node.nodeType !== 'STORE',
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  });
  if (!fields || !data || data.count === 0) return null;
  const { count, places: conflicts, isPartial } = data;
  const conflictTexts = conflicts.map((conflict) => {
    const labels = conflict.fields.map((field) => fieldLabel('theme', field, t)).join(', ');
    return `${conflict.place.name} (${labels})`;
  });
  return (
    <Box mt="md" maw="60rem">
      <Notice tone="warn" icon="alert" role="status">
        <Box component="span" flex={1}>
          {t('settings.clashes.text', { count, shown: formatNumber(count) })} {conflictTexts.join(' · ')}
          {isPartial && ` ${t('settings.clashes.partial')}`}
          {count > conflicts.length && ' …'}
        </Box>
      </Notice>
    </Box>
  );
}

function ThemeEditor({ state }: { state: SectionState }) {
  const t = useT();
  const notify = useNotify();
  const { edit, details, setDetails } = useSectionEdit(state, { showsFieldErrors: false });
  const { form, changed } = edit;
  const saveDraft = useSaveDraft(state.place.id, 'theme');
  const value = themeOf(state, form.values);
  const notes = fieldNotes(state, form.values, t);
  const dirtyFields = Object.keys(form.values).filter((field) => form.isDirty(field));
  const inheritedFrom = Object.entries(state.fields).flatMap(([field, { inherited: above }]) =>
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

  /** Sets every field that differs as the node's own value. */
  function applyFields(next: Readonly<Record<string, unknown>>) {
    const current: Readonly<Record<string, unknown>> = value;
    for (const [field, nextValue] of Object.entries(next)) {
      const choice = form.values[field];
      // A field locked by an ancestor stays, also when a ready-made theme is applied.
      if (state.fields[field]?.bound?.mode === 'locked') continue;
      if (choice && !sameValue(current[field], nextValue))
        form.setFieldValue(field, { ...choice, own: true, value: nextValue });
    }
  }

  /** Applies the saved draft to the form. */
  function applyDraft(fields: NonNullable<SectionState['draft']>['fields']) {
    for (const [field, nextValue] of Object.entries(fields))
      form.setFieldValue(field, nextValue ? { own: true, ...nextValue } : inheritedInput);
  }

  return (
    <RecordForm edit={edit} label={t('settings.area.theme')}>
      <Box px="var(--page-pad)" pt="md" pb={32}>
        <ThemeHeader state={state}>
          {changed > 0 && (
            <Button
              variant="default"
              size="xs"
              loading={saveDraft.isPending}
              onClick={() =>
                saveDraft.mutate(toRequestFields(form.values, dirtyFields), {
                  onSuccess: () => notify.success(t('settings.draft.saved')),
                })
              }
            >
              {t('settings.draft.save')}
            </Button>
          )}
        </ThemeHeader>
        {state.draft && (
          <Box mb="md">
            <Notice icon="clock">
              <span>
                {t('settings.draft.available', { when: formatDateTimeIn(state.draft.updatedDate, state.timeZone) })}
              </span>
              <Button size="xs" variant="default" onClick={() => applyDraft(state.draft?.fields ?? {})}>
                {t('settings.draft.use')}
              </Button>
              <Button size="xs" variant="subtle" color="gray" onClick={() => saveDraft.mutate(undefined)}>
                {t('settings.draft.discard')}
              </Button>
            </Notice>
          </Box>
        )}
        <ThemeStudio
          value={value}
          onChange={(next) => applyFields({ ...next })}
          inherited={Object.fromEntries(inheritedFrom)}
          onRevert={(field) => form.setFieldValue(field, inheritedInput)}
          fieldNotes={notes}
          locks={locks || undefined}
          upload={(file) => uploadImage(file)}
        />
        <ConflictsBelow
          node={state.place}
          fields={changed > 0 ? toRequestFields(form.values, dirtyFields) : undefined}
        />
        {changed > 0 && <ChangeDetailsForm state={state} details={details} onChange={setDetails} />}
      </Box>
    </RecordForm>
  );
}

/** Shows whether the theme is overridden here, with actions and the history. */
function ThemeHeader({ state, children }: { state: SectionState; children?: React.ReactNode }) {
  const t = useT();
  return (
    <Group gap="8px 12px" pb="sm">
      <Text span size="label" c="dimmed" me="auto">
        {t(state.isOverride ? 'settings.override.own' : 'settings.override.inherited')}
      </Text>
      {children}
      <HistoryButton state={state} />
    </Group>
  );
}
