import { likeness, pairsOf } from './likeness.ts';
import { namesOf, timeZones, windowsTimeZones, zoneKey } from './time-zones.ts';

/** What people write instead of a time zone, with those that they may mean. */
const abbreviations: Readonly<Record<string, string>> = {
  gmt: 'Europe/London UTC',
  bst: 'Europe/London Asia/Dhaka',
  ist: 'Asia/Kolkata Europe/Dublin Asia/Jerusalem',
  cet: 'Europe/Berlin Europe/Paris Europe/Rome',
  cest: 'Europe/Berlin Europe/Paris Europe/Rome',
  met: 'Europe/Berlin Europe/Paris Europe/Rome',
  wet: 'Europe/Lisbon Atlantic/Canary',
  eet: 'Europe/Athens Europe/Helsinki Africa/Cairo',
  msk: 'Europe/Moscow',
  est: 'America/New_York America/Toronto America/Panama',
  edt: 'America/New_York America/Toronto',
  cst: 'America/Chicago Asia/Shanghai America/Havana',
  cdt: 'America/Chicago America/Winnipeg',
  mst: 'America/Denver America/Phoenix',
  pst: 'America/Los_Angeles America/Vancouver Asia/Manila',
  pdt: 'America/Los_Angeles America/Vancouver',
  hst: 'Pacific/Honolulu',
  jst: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  hkt: 'Asia/Hong_Kong',
  sgt: 'Asia/Singapore',
  gst: 'Asia/Dubai',
  aest: 'Australia/Sydney Australia/Brisbane',
  aet: 'Australia/Sydney Australia/Hobart',
  awst: 'Australia/Perth',
  nzst: 'Pacific/Auckland',
};

/** Up to three time zones that a text which is none may mean, the nearest first. */
export function nearestTimeZones(text: string): string[] {
  const key = zoneKey(text).slice(0, 64);
  const known = abbreviations[key];
  if (known) return known.split(' ');
  const offset = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(key);
  if (offset) {
    const [, sign = '', hours = '', minutes = '00'] = offset;
    const written = `${sign}${hours.padStart(2, '0')}:${minutes}`;
    return [...new Set([...windowsTimeZones, ...timeZones])].filter((zone) => offsetOf(zone) === written).slice(0, 3);
  }
  const pairs = pairsOf(key);
  const nearness = (zone: string) => {
    const names = namesOf(zone).flatMap((name) => [name, name.slice(name.lastIndexOf('/') + 1)]);
    return Math.max(...names.map((name) => likeness(pairs, pairsOf(zoneKey(name)))));
  };
  const found = timeZones.map((zone) => ({ zone, alike: nearness(zone) })).filter(({ alike }) => alike > 0.3);
  return found
    .toSorted((one, other) => other.alike - one.alike)
    .slice(0, 3)
    .map(({ zone }) => zone);
}

/** The present offset of a zone, such as +09:00. */
function offsetOf(zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return offset.slice('GMT'.length) || '+00:00';
}
