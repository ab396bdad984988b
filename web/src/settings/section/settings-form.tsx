import type { NodeRef } from '@storeward/contract/nodes';
import type { SettingArea } from '@storeward/contract/settings/engine/section';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import * as z from 'zod/mini';
import { useT } from '../../platform/text/i18n.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { PageBody } from '../../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { AreaForm } from './area-form.tsx';
import { AsOfForm, useAsOf } from './as-of-form.tsx';
import { areaQuery } from '../queries.ts';
import { sectionAnchor, showAnchor } from './section-anchors.ts';
import { SectionIndex } from './section-index.tsx';
import { inIndexOrder } from './section-labels.ts';

const SettingsQuery = z.object({ section: z.optional(z.string()) });

/** Content below the sections that is not a section, with its entry in the index. */
export type ExtraSection = { readonly key: string; readonly label: string; readonly content: ReactNode };

type ScreenProps = { node: Pick<NodeRef, 'id' | 'nodeType'>; editing: boolean };

/** The sections that are shown by a screen of their own instead of the form of their fields. */
export type SectionScreens = Readonly<Partial<Record<SectionName, ComponentType<ScreenProps>>>>;

type Props = ScreenProps & {
  area: SettingArea;
  screens: SectionScreens;
  /** The sections to show, if not all of the area. */
  only?: readonly SectionName[];
  extraSection?: ExtraSection | undefined;
};

/** The settings of one area of a node: all sections on one page, or the screen of its only section. */
export function SettingsForm({ node, area, screens, only, editing, extraSection }: Props) {
  const [at = ''] = useAsOf();
  const names = only ?? sectionNames.filter((name) => sectionOf(name).area === area);
  const Screen = names.length === 1 ? screens[names[0]!] : undefined;
  if (Screen) return <Screen node={node} editing={editing} />;
  return (
    <LoadedArea
      key={`${node.id} ${at}`}
      id={node.id}
      area={area}
      names={names}
      editing={editing}
      extraSection={extraSection}
    />
  );
}

type AreaProps = { id: NodeRef['id']; names: readonly SectionName[] } & Pick<
  Props,
  'area' | 'editing' | 'extraSection'
>;

function LoadedArea({ id, area, names, editing, extraSection }: AreaProps) {
  const t = useT();
  const [at] = useAsOf();
  const { data, error, refetch } = useQuery({ ...areaQuery(id, area, at), meta: errorShownByScreen });
  const waiting = useDelayed(!data && !error);
  if (data) {
    const states = inIndexOrder(data.filter(({ section }) => names.includes(section)));
    return <AreaPage states={states} area={area} editing={editing} extraSection={extraSection} />;
  }
  return (
    <PageBody>
      {error ? (
        <LoadError title={t('settings.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        waiting && <FormSkeleton sections={3} />
      )}
    </PageBody>
  );
}

type AreaPageProps = { states: readonly SectionState[] } & Pick<Props, 'area' | 'editing' | 'extraSection'>;

/** The anchor of the content that is not a section. */
const extraAnchor = (key: string) => `section-${key}`;

function AreaPage({ states, area, editing, extraSection }: AreaPageProps) {
  const [{ section: requested }, setQuery] = useUrlQuery(SettingsQuery);
  const extra = extraSection && { anchor: extraAnchor(extraSection.key), label: extraSection.label };

  // the address names the section to start at
  useEffect(() => {
    if (requested !== undefined) showAnchor(sectionAnchor(requested as SectionName));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later changes of the address come from the index, which scrolls
  }, []);

  return (
    <AreaForm
      area={area}
      states={states}
      editing={editing}
      header={<AsOfForm state={states[0]} />}
      {...((states.length > 1 || extra) && {
        index: (
          <SectionIndex states={states} extra={extra} onShow={(section) => setQuery({ section }, { replace: true })} />
        ),
      })}
      {...(extraSection && {
        extraContent: (
          <div id={extraAnchor(extraSection.key)} tabIndex={-1}>
            {extraSection.content}
          </div>
        ),
      })}
    />
  );
}
