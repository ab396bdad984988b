import type { SectionName } from '@storeward/contract/settings/sections';

/** The id of the heading of a section on the page. */
export const sectionAnchor = (section: SectionName): string => `section-${section}`;

/** The id of a setting on the page. */
export const fieldAnchor = (section: SectionName, field: string): string => `setting-${section}-${field}`;

const focusable = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), button:not(:disabled)';

/** Scrolls to an element of the page; `focus` moves the focus into it, or to the element itself. */
export function showAnchor(id: string, focus: 'self' | 'inside' | 'keep' = 'keep'): void {
  const element = document.getElementById(id);
  if (!element) return;
  element.scrollIntoView({ block: 'start' });
  if (focus === 'keep') return;
  const inside = focus === 'inside' ? element.querySelector<HTMLElement>(focusable) : null;
  (inside ?? element).focus({ preventScroll: true });
}
