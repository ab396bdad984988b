import { Button, Checkbox, InputBase, Radio, TextInput } from '@mantine/core';
import { NodeId } from '@storeward/contract/nodes';
import { bulkActions, type BulkPreview } from '@storeward/contract/settings/bulk-override';
import { SectionName } from '@storeward/contract/settings/sections';
import { useQueries } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../platform/api.ts';
import { formatNumber, sayError, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { useSession } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { FormSection, OptionalLabel, Wide } from '../ui/form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { PageAlert } from '../ui/page.tsx';
import { AnyPlacePicker } from './any-place-picker.tsx';
import classes from './bulk-override-form.module.css';
import { bulkAddress } from './bulk-words.tsx';
import { type BulkWish, sectionAt, useBulkOverride, useBulkPreview } from './queries.ts';
import { viewed } from './section-words.ts';

/** What the address says to begin with: from which place, which section, and what to do. */
const BulkQuery = z.object({
  source: z.optional(NodeId),
  section: z.optional(SectionName),
  action: z.optional(z.enum(bulkActions)),
});

type Chosen = { readonly id: NodeId; readonly name: string };

/** From which place, which sections, what is done with them, and at which places: told in numbers before it begins. */
export function BulkOverrideForm() {
  const t = useT();
  const navigate = useNavigateTo();
  const { rootNodeId } = useSession().user ?? {};
  const [asked, setAsked] = useUrlQuery(BulkQuery);
  const source = asked.source ?? (rootNodeId as NodeId | undefined);
  const action = asked.action ?? 'push';
  const offered = viewed();
  const states = useQueries({
    queries: source ? offered.map((name) => ({ ...sectionAt(source, name), meta: { quiet: true } })) : [],
  });
  const [ticked, setTicked] = useState<SectionName[]>();
  const sections = ticked ?? (asked.section ? [asked.section] : []);
  const [by, setBy] = useState<'places' | 'codes'>('places');
  const [places, setPlaces] = useState<Chosen[]>([]);
  const [storesOnly, setStoresOnly] = useState(false);
  const [codes, setCodes] = useState('');
  const [reason, setReason] = useState('');
  const preview = useBulkPreview();
  const begin = useBulkOverride();
  const sourceName = states.find(({ data }) => data)?.data?.place.name ?? '';
  const complete = source && sections.length > 0 && (by === 'places' ? places.length > 0 : codes.trim() !== '');

  const wish = (): BulkWish => ({
    sourceId: source!,
    sections,
    action,
    ...(by === 'places' ? { nodeIds: places.map(({ id }) => id), storesOnly } : { codes }),
    ...(reason && { reason }),
  });
  const fault = preview.error ?? begin.error;

  function ask(event: SyntheticEvent) {
    event.preventDefault();
    if (complete) preview.mutate(wish());
  }

  return (
    <form onSubmit={ask} aria-label={t('settings.bulk.title')} className={classes.form}>
      {fault && (
        <PageAlert title={t('settings.bulk.refused')}>
          {fault instanceof ApiError ? sayError(fault.code, fault.message) : sayError('unknown')}
          {fault instanceof ApiError && fault.code === 'bulk.unknownCodes' && (
            <span className={classes.codes}>{fault.errors.map(({ path }) => path).join(', ')}</span>
          )}
        </PageAlert>
      )}
      <FormSection title={t('settings.bulk.what')} text={t('settings.bulk.whatText')}>
        <AnyPlacePicker
          label={t('settings.bulk.source.title')}
          chosen={sourceName}
          stores={false}
          onChoose={({ nodeId }) => {
            setAsked({ source: nodeId });
            setPlaces([]);
          }}
        />
        <Radio.Group
          label={t('settings.bulk.action.title')}
          value={action}
          onChange={(value) => setAsked({ action: value === 'clear' ? 'clear' : 'push' }, { replace: true })}
        >
          <div className={classes.choices}>
            {bulkActions.map((one) => (
              <Radio key={one} value={one} label={t(`settings.bulk.action.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        <Wide>
          <Checkbox.Group
            label={t('settings.bulk.sections.title')}
            value={sections}
            onChange={(names) => setTicked(offered.filter((name) => names.includes(name)))}
          >
            <div className={classes.choices}>
              {offered.map((name, at) => (
                <Checkbox key={name} value={name} label={labelOf(name, states[at]?.data)} />
              ))}
            </div>
          </Checkbox.Group>
        </Wide>
      </FormSection>
      <FormSection title={t('settings.bulk.where')} text={t('settings.bulk.whereText')}>
        <Wide>
          <Radio.Group
            aria-label={t('settings.bulk.where')}
            value={by}
            onChange={(value) => setBy(value === 'codes' ? 'codes' : 'places')}
          >
            <div className={classes.choices}>
              <Radio value="places" label={t('settings.bulk.by.places')} />
              <Radio value="codes" label={t('settings.bulk.by.codes')} />
            </div>
          </Radio.Group>
        </Wide>
        {by === 'places' ? (
          <>
            <AnyPlacePicker
              label={t('settings.bulk.add')}
              below={source}
              stores
              onChoose={({ nodeId: id, name }) =>
                setPlaces((before) => [...before.filter((one) => one.id !== id), { id, name }])
              }
            />
            <Checkbox
              className={classes.aside ?? ''}
              label={t('settings.bulk.storesOnly')}
              checked={storesOnly}
              onChange={(event) => setStoresOnly(event.currentTarget.checked)}
            />
            {places.length > 0 && (
              <Wide>
                <div className={classes.chosen}>
                  {places.map(({ id, name }) => (
                    <FilterChip
                      key={id}
                      label={t('settings.bulk.place')}
                      value={name}
                      clear={{
                        label: t('settings.bulk.remove', { name }),
                        onClear: () => setPlaces((before) => before.filter((one) => one.id !== id)),
                      }}
                    />
                  ))}
                </div>
              </Wide>
            )}
          </>
        ) : (
          <Wide>
            <InputBase
              component="textarea"
              multiline
              rows={4}
              label={t('settings.bulk.codes')}
              description={t('settings.bulk.codesHint')}
              spellCheck={false}
              value={codes}
              onChange={(event) => setCodes(event.currentTarget.value)}
            />
          </Wide>
        )}
        <Wide>
          <TextInput
            label={<OptionalLabel label={t('settings.bulk.reason')} optional={t('ui.form.optional')} />}
            maxLength={256}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Wide>
      </FormSection>
      <div className={classes.buttons}>
        <Button type="submit" disabled={!complete} loading={preview.isPending || begin.isPending}>
          {t('settings.bulk.look')}
        </Button>
      </div>
      {preview.data && (
        <ConfirmDialog
          opened
          title={titleOf(preview.data)}
          text={<Told preview={preview.data} />}
          {...(preview.data.changes > 0
            ? {
                no: { label: t('settings.bulk.confirm.no'), onNo: () => preview.reset() },
                yes: { label: t(`settings.bulk.confirm.${action}`), onYes: doIt },
              }
            : {
                onClose: () => preview.reset(),
                yes: { label: t('settings.bulk.confirm.close'), onYes: () => preview.reset() },
              })}
        />
      )}
    </form>
  );

  function doIt() {
    preview.reset();
    begin.mutate(wish(), { onSuccess: ({ id }) => navigate(`${bulkAddress}/${id}`) });
  }

  function titleOf({ changes }: BulkPreview) {
    return t('settings.bulk.confirm.title', { count: changes, shown: formatNumber(changes) });
  }

  /** A section with the number of its values in force, as far as these can be handed on. */
  function labelOf(
    name: SectionName,
    state: { fields: Record<string, { value: unknown; isSet: boolean }> } | undefined,
  ) {
    const words = sectionLabel(name, t);
    if (!state || action === 'clear') return words;
    const count = Object.entries(state.fields).filter(([field, { isSet }]) => isSet && field !== 'secret').length;
    return t('settings.bulk.sections.values', { section: words, count, shown: formatNumber(count) });
  }
}

/** How many places it would be about, and which of them cannot be changed, with why. */
function Told({ preview: { placeCount, storeCount, unchanged, refused, faults } }: { preview: BulkPreview }) {
  const t = useT();
  const shown = (count: number) => ({ count, shown: formatNumber(count) });
  return (
    <>
      {t('settings.bulk.confirm.places', { ...shown(placeCount), stores: formatNumber(storeCount) })}
      {unchanged > 0 && ` ${t('settings.bulk.confirm.unchanged', shown(unchanged))}`}
      {refused > 0 && ` ${t('settings.bulk.confirm.refused', shown(refused))}`}
      {faults.map(({ messageCode, count }) => (
        <span key={messageCode} className={classes.fault}>
          {formatNumber(count)} · {sayError(messageCode)}
        </span>
      ))}
    </>
  );
}
