import { UnstyledButton } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import type { SettingArea } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { sayError, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-names.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageAlert, PageBody } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { AsOfForm, useMoment } from './as-of-form.tsx';
import { overrideStates, sectionAt } from './queries.ts';
import { SectionForm } from './section-form.tsx';
import { viewed } from './section-words.ts';
import classes from './settings-form.module.css';

const InAddress = z.object({ section: z.optional(z.string()) });

/** What stands beside the sections and is no section itself. */
export type Further = { readonly key: string; readonly label: string; readonly content: ReactNode };

type Props = {
  place: Pick<NodeRef, 'id' | 'nodeType'>;
  area: SettingArea;
  editing: boolean;
  further?: Further | undefined;
};

/** The settings of one part of a place's page: its sections to choose from, and the chosen one. */
export function SettingsForm({ place, area, editing, further }: Props) {
  const t = useT();
  const [query, setQuery] = useUrlQuery(InAddress);
  const [at = ''] = useMoment();
  const names = sectionNames.filter((name) => sectionOf(name).area === area);
  const chosen = names.find((name) => name === query.section) ?? names[0]!;
  const beside = further && query.section === further.key ? further : undefined;
  const { data: overrides } = useQuery({ ...overrideStates(place.id), meta: { quiet: true } });
  return (
    <div className={classes.settings}>
      {(names.length > 1 || further) && (
        <nav className={classes.sections} aria-label={t('settings.sections')}>
          {names.map((name) => (
            <UnstyledButton
              key={name}
              className={classes.section}
              aria-current={name === chosen && !beside ? 'page' : undefined}
              onClick={() => setQuery({ section: name }, { replace: true })}
            >
              {sectionLabel(name, t)}
              {overrides?.find(({ section }) => section === name)?.isOverride && (
                <Icon name="diamond" size={12} title={t('settings.override.own')} className={classes.mark ?? ''} />
              )}
            </UnstyledButton>
          ))}
          {further && (
            <UnstyledButton
              className={classes.section}
              aria-current={beside ? 'page' : undefined}
              onClick={() => setQuery({ section: further.key }, { replace: true })}
            >
              {further.label}
            </UnstyledButton>
          )}
        </nav>
      )}
      <div className={classes.chosen}>
        {beside?.content ??
          (viewed().includes(chosen) ? (
            <OneSection key={`${place.id} ${chosen} ${at}`} id={place.id} section={chosen} editing={editing} />
          ) : (
            <PageAlert icon="lock" title={t('settings.notShown')}>
              {sayError('setting.notShown')}
            </PageAlert>
          ))}
      </div>
    </div>
  );
}

function OneSection({ id, section, editing }: { id: NodeRef['id']; section: SectionName; editing: boolean }) {
  const t = useT();
  const [at] = useMoment();
  const { data, error, refetch } = useQuery({ ...sectionAt(id, section, at), meta: drawnHere });
  const waiting = useDelayed(!data && !error);
  if (data)
    return (
      <>
        <AsOfForm state={data} />
        <SectionForm state={data} editing={editing} />
      </>
    );
  if (error)
    return (
      <PageBody>
        <LoadFailure title={t('settings.failed')} fault={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return waiting ? <FormSkeleton sections={1} /> : null;
}
