import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { t as translate } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { hasPermission, type SessionState } from '../../platform/session/session.ts';
import { viewableSections } from '../../settings/section/section-labels.ts';
import { matchesWords, type PaletteEntry } from './palette-entry.ts';

const mostFound = 6;

/** The settings whose name, or that of their section, has all words of the search; opened at the user's own node. */
export function settingEntries(search: string, session: SessionState, t: typeof translate): PaletteEntry[] {
  const page = settingsPage(session);
  if (!page) return [];
  return viewableSections()
    .flatMap((section) => entriesOfSection(section, search, page, t))
    .slice(0, mostFound);
}

function entriesOfSection(section: SectionName, search: string, page: string, t: typeof translate): PaletteEntry[] {
  const { area, fields } = sectionOf(section);
  const detail = sectionLabel(section, t);
  const href = `${page}?tab=${area}&section=${section}` as '/structure/$id/view';
  return Object.keys(fields).flatMap((field) => {
    const label = fieldLabel(section, field, t);
    return matchesWords(search, `${label} ${detail}`)
      ? [{ id: `setting ${section} ${field}`, icon: 'sliders', label, detail, href }]
      : [];
  });
}

/** The page with the settings of the user's node, if the user may open it. */
function settingsPage({ user, level }: SessionState): string | undefined {
  if (!user?.rootNodeId || level === 'GLOBAL') return undefined;
  if (level === 'ORGANIZATION' && hasPermission(['VIEW_ORGANISATION'])) return `/organisation/${user.rootNodeId}/view`;
  return hasPermission(['VIEW_NODE']) ? `/structure/${user.rootNodeId}/view` : undefined;
}
