import { Button } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import type { FieldReach } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment, formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-names.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { usePaginationWords } from '../platform/pagination-words.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { ShareBar } from '../ui/progress-bar.tsx';
import { Bone, useDelayed } from '../ui/skeleton.tsx';
import { overridesOf, sectionAt, useSaveSection } from './queries.ts';
import classes from './radar-field.module.css';
import { authorText, declared, valueText } from './section-words.ts';

type Props = { reach: FieldReach; place: NodeRef; storeCount: number };

/** One field below a place: how many set it themselves, with what, and which they are. */
export function RadarField({ reach, place, storeCount }: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { section, field, own, overruled, storesApart, values, otherValues } = reach;
  const shown = (count: number) => ({ count, shown: formatNumber(count) });
  const words = fieldLabel(section, field, t);
  return (
    <li className={classes.field}>
      <div className={classes.head}>
        <h3>{words}</h3>
        <span className={classes.figures}>
          {t('settings.radar.own', shown(own))}
          {overruled > 0 && ` · ${t('settings.radar.overruled', shown(overruled))}`}
          {' · '}
          {t('settings.radar.stores', {
            inherit: formatNumber(storeCount - storesApart),
            apart: formatNumber(storesApart),
          })}
        </span>
      </div>
      <ShareBar
        parts={[
          { key: 'inherit', share: storeCount - storesApart, tone: 'main' },
          { key: 'apart', share: storesApart, tone: 'soft' },
        ]}
      />
      {values.length > 0 && (
        <ul className={classes.values} aria-label={t('settings.radar.values', { field: words })}>
          {values.map(({ value, count }) => (
            <li key={JSON.stringify(value)}>
              <code>{valueText(declared(section, field), value, t)}</code> <span>× {formatNumber(count)}</span>
            </li>
          ))}
          {otherValues > 0 && <li data-more>{t('settings.radar.otherValues', shown(otherValues))}</li>}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={opened}
          aria-label={t(opened ? 'settings.radar.hide' : 'settings.radar.show', { field: words })}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'settings.radar.hideShort' : 'settings.radar.showShort')}
        </Button>
        <Lock reach={reach} place={place} />
      </div>
      {opened && <Places reach={reach} place={place} />}
    </li>
  );
}

/** Locks a field to what is in force at the place, so that nobody below says otherwise. */
function Lock({ reach: { section, field }, place }: Pick<Props, 'reach' | 'place'>) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const { data: state } = useQuery({ ...sectionAt(place.id, section), meta: { quiet: true } });
  const save = useSaveSection(place.id, section, { inForm: false });
  const said = state?.fields[field];
  if (!state?.can.edit || !said?.isSet || field === 'secret' || said.own?.mode === 'locked' || said.bound) return null;
  const words = {
    field: fieldLabel(section, field, t),
    value: valueText(declared(section, field), said.value, t),
    place: place.name,
  };
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        loading={save.isPending}
        aria-label={t('settings.radar.lock', words)}
        onClick={() => setAsked(true)}
      >
        {t('settings.radar.lockYes')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('settings.radar.lockTitle', words)}
        text={t('settings.radar.lockText', words)}
        no={{ label: t('settings.bulk.confirm.no'), onNo: () => setAsked(false) }}
        yes={{
          label: t('settings.radar.lockYes'),
          onYes: () => {
            setAsked(false);
            save.mutate({ fields: { [field]: { value: said.value, mode: 'locked' } }, version: state.version });
          },
        }}
      />
    </>
  );
}

const atOnce = 10;

/** The places below that have set a field themselves, by name. */
function Places({ reach: { section, field }, place }: Pick<Props, 'reach' | 'place'>) {
  const t = useT();
  const inWords = usePaginationWords();
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(atOnce);
  const { data, error, refetch } = useQuery({
    ...overridesOf(place.id, section, { field, page, size }),
    placeholderData: (before) => before,
    meta: drawnHere,
  });
  const waiting = useDelayed(!data && !error);
  if (error) return <LoadFailure title={t('settings.radar.failed')} fault={error} onRetry={() => void refetch()} />;
  if (!data) return waiting ? <Bone /> : null;
  return (
    <>
      <ul className={classes.places}>
        {data.result.map(({ place: { id, name, code }, value, inForce, since, ...author }) => (
          <li key={id}>
            <Link href={`/structure/${id}/view`}>{name}</Link> <code>{code}</code>
            <span className={classes.said}>
              {valueText(declared(section, field), value, t)}
              {!inForce && ` · ${t('settings.radar.notInForce')}`}
            </span>
            <span className={classes.who}>
              {formatMoment(since)}
              {authorText(author, t) && ` · ${authorText(author, t)}`}
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        size={size}
        total={data.total}
        usualSize={atOnce}
        {...inWords}
        onPage={setPage}
        onSize={(wanted) => {
          setSize(wanted);
          setPage(0);
        }}
      />
    </>
  );
}
