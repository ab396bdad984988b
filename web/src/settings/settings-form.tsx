import { UnstyledButton } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import type { SettingArea } from '@storeward/contract/settings/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import * as z from 'zod/mini';
import { errorMessage, useT } from '../platform/i18n.ts';
import { sectionLabel } from '../platform/setting-labels.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageAlert, PageBody } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { AsOfForm, useAsOf } from './as-of-form.tsx';
import { overrideStatesQuery, sectionQuery } from './queries.ts';
import { SectionForm } from './section-form.tsx';
import { viewableSections } from './section-labels.ts';
import classes from './settings-form.module.css';

const SettingsQuery = z.object({ section: z.optional(z.string()) });

/** An additional entry of the section menu that is not a section. */
export type ExtraSection = { readonly key: string; readonly label: string; readonly content: ReactNode };

type ScreenProps = { node: Pick<NodeRef, 'id' | 'nodeType'>; editing: boolean };

/** The sections that are shown by a screen of their own instead of the form of their fields. */
export type SectionScreens = Readonly<Partial<Record<SectionName, ComponentType<ScreenProps>>>>;

type Props = ScreenProps & {
  area: SettingArea;
  screens: SectionScreens;
  extraSection?: ExtraSection | undefined;
};

/** The settings of one area of a node: section menu and the selected section. */
export function SettingsForm({ node, area, screens, editing, extraSection }: Props) {
  const t = useT();
  const [query, setQuery] = useUrlQuery(SettingsQuery);
  const [at = ''] = useAsOf();
  const names = sectionNames.filter((name) => sectionOf(name).area === area);
  const selected = names.find((name) => name === query.section) ?? names[0]!;
  const activeExtra = extraSection && query.section === extraSection.key ? extraSection : undefined;
  const Screen = screens[selected];
  const hasMenu = names.length > 1 || extraSection !== undefined;
  const { data: overrides } = useQuery({ ...overrideStatesQuery(node.id), enabled: hasMenu, meta: { quiet: true } });
  if (Screen && !hasMenu) return <Screen node={node} editing={editing} />;
  return (
    <div className={classes.settings}>
      {hasMenu && (
        <nav className={classes.sections} aria-label={t('settings.sections')}>
          {names.map((name) => (
            <UnstyledButton
              key={name}
              className={classes.section}
              aria-current={name === selected && !activeExtra ? 'page' : undefined}
              onClick={() => setQuery({ section: name }, { replace: true })}
            >
              {sectionLabel(name, t)}
              {overrides?.find(({ section }) => section === name)?.isOverride && (
                <Icon name="diamond" size={12} title={t('settings.override.own')} className={classes.badge ?? ''} />
              )}
            </UnstyledButton>
          ))}
          {extraSection && (
            <UnstyledButton
              className={classes.section}
              aria-current={activeExtra ? 'page' : undefined}
              onClick={() => setQuery({ section: extraSection.key }, { replace: true })}
            >
              {extraSection.label}
            </UnstyledButton>
          )}
        </nav>
      )}
      <div className={classes.content}>
        {activeExtra?.content ??
          (viewableSections().includes(selected) && Screen ? (
            <Screen key={`${node.id} ${selected}`} node={node} editing={editing} />
          ) : viewableSections().includes(selected) ? (
            <LoadedSection key={`${node.id} ${selected} ${at}`} id={node.id} section={selected} editing={editing} />
          ) : (
            <PageAlert icon="lock" title={t('settings.notViewable')}>
              {errorMessage('setting.notShown')}
            </PageAlert>
          ))}
      </div>
    </div>
  );
}

function LoadedSection({ id, section, editing }: { id: NodeRef['id']; section: SectionName; editing: boolean }) {
  const t = useT();
  const [at] = useAsOf();
  const { data, error, refetch } = useQuery({ ...sectionQuery(id, section, at), meta: errorShownByScreen });
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
        <LoadError title={t('settings.failed')} error={error} onRetry={() => void refetch()} />
      </PageBody>
    );
  return waiting ? <FormSkeleton sections={1} /> : null;
}
