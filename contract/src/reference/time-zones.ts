import * as z from 'zod/mini';
import { windowsZones } from './windows-zones.ts';
import { zoneLinks, zonesByRegion } from './zone-names.ts';

/** IANA time zone names in their one stored spelling, UTC first. */
export const timeZones: readonly string[] = [
  'UTC',
  ...Object.entries(zonesByRegion).flatMap(([region, names]) => names.split(' ').map((name) => `${region}/${name}`)),
];

const links = zoneLinks.split(' ').map((link) => link.split('=') as [name: string, zone: string]);

/** All names of a time zone in the IANA database, such as Asia/Kolkata and Asia/Calcutta. */
export const namesOf = (zone: string): string[] => [
  zone,
  ...links.flatMap(([name, target]) => (target === zone ? name : [])),
];

const windowsLines = windowsZones
  .trim()
  .split('\n')
  .map((line) => line.split('|'));

/** The time zones that Windows has names for, those of the largest countries. */
export const windowsTimeZones: readonly string[] = windowsLines.map(([, zones = '']) => zones.split(' ')[0] ?? '');

/** How a name is looked up. */
export const zoneKey = (name: string) => name.trim().toLowerCase().replaceAll(' ', '_');

/** By the key of a name: the zone and, of a Windows name, those of single countries. */
const byName: ReadonlyMap<string, string> = new Map([
  ...windowsLines.map(([name = '', zones = '']) => [zoneKey(name), zones] as const),
  ...links.map(([name, zone]) => [zoneKey(name), zone] as const),
  ...timeZones.map((zone) => [zoneKey(zone), zone] as const),
]);

/**
 * The time zone that a name means: its own, another one of the IANA database, or one of Windows, which the country
 * decides where it means several. Abbreviations and offsets mean none: IST is the time of three countries.
 */
export function timeZoneOf(name: string, country = ''): string | undefined {
  const [zone, ...ofCountries] = (byName.get(zoneKey(name)) ?? '').split(' ');
  return ofCountries.find((entry) => entry.startsWith(`${country}:`))?.slice(country.length + 1) || zone || undefined;
}

/** The time zone that a text such as `GMT+1:00 Europe/Andorra` names; the text itself if it names none or several. */
export function timeZoneIn(text: string, country = ''): string {
  const whole = timeZoneOf(text, country);
  if (whole) return whole;
  const words = text.split(/[\s()[\],;]+/).filter((word) => word.includes('/'));
  const [named, ...others] = new Set(words.flatMap((word) => timeZoneOf(word) ?? []));
  return named && others.length === 0 ? named : text;
}

/** The name of a time zone; other names of it and those of Windows are converted. */
export const TimeZone = z.string('field.required').check(
  z.minLength(1, { error: 'field.required', abort: true }),
  z.overwrite((name) => timeZoneOf(name) ?? name),
  z.refine((name) => timeZones.includes(name), 'field.timeZone'),
);
