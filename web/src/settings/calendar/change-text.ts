import type { CalendarChange } from '@storeward/contract/settings/endpoints/change-calendar';
import { formatInstant } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import type { Translate } from '../kinds/field-view.ts';
import { rowChangesText } from '../../platform/text/setting-lists.ts';
import { fieldDefinition } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

/** A change as one line: its section and what it makes of the first of its fields. */
export function changeText({ section, fields }: CalendarChange, t: Translate): string {
  const names = [...new Set(fields.map(({ field }) => field))];
  const [first] = fields;
  if (!first) return sectionLabel(section, t);
  if (names.length > 1)
    return `${sectionLabel(section, t)}: ${names.map((name) => fieldLabel(section, name, t)).join(', ')}`;
  const value = fields.some(({ row }) => row !== undefined)
    ? rowChangesText(fields, t)
    : first.after
      ? valueText(fieldDefinition(section, first.field), first.after.value, t)
      : t('settings.field.inherits');
  return `${sectionLabel(section, t)}: ${fieldLabel(section, first.field, t)} ${value}`;
}

/** From when to when a change lasts, by the clocks of its location. */
export const periodText = ({ begins, ends, timeZone }: CalendarChange, t: Translate): string =>
  ends === null
    ? t('settings.calendar.noEnd', { from: formatInstant(begins, timeZone) })
    : t('settings.calendar.period', {
        from: formatInstant(begins, timeZone),
        until: formatInstant(ends, timeZone),
      });
