import { readFileSync } from 'node:fs';

/** One store of the list, with the expected result of its import. */
export type ListedStore = {
  readonly code: string;
  readonly name: string;
  readonly company: string;
  readonly region: string;
  readonly group: string;
  readonly street: string;
  readonly timeZone: string;
  /** Whether a cell of the row is to be rejected. */
  readonly refused: boolean;
};

type RealStore = Readonly<Record<'name' | 'address' | 'city' | 'state' | 'zip', string>> & { readonly id: number };

const company = 'Überall Märkte & Co';
const zones = [
  ['GMT+1:00 Europe/Andorra', 'Europe/Andorra'],
  ['(GMT-05:00) America/New_York', 'America/New_York'],
  ['GMT+05:30 Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/London', 'Europe/London'],
] as const;
const phones = ['+97126670052', '+1 (612) 555-0147', '+44 113 496 0147', ''];
/** A telephone number without country code, and a cell that a spreadsheet would run as a formula. */
export const refusedPhones = ['0612 555 0147', '=1+1'];

const quoted = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Varies a name as manual input does: in letter case and spaces. */
function typed(name: string, index: number): string {
  if (index % 7 === 0) return name.toUpperCase();
  if (index % 7 === 1) return name.toLowerCase();
  return index % 7 === 2 ? ` ${name.replaceAll(' ', '  ')} ` : name;
}

/**
 * A list of stores as another system exports it: foreign headings in another order, semicolons, names of the levels
 * above in any letter case, UTC offsets in front of time zones, addresses of two lines, and names that many stores
 * share.
 */
export function rawStoreList(rows: number): { readonly text: string; readonly stores: readonly ListedStore[] } {
  const real = JSON.parse(
    readFileSync(new URL('../data/stores.json', import.meta.url), 'utf8'),
  ) as readonly RealStore[];
  const head = ['Firma', 'Gebiet', 'Gruppe', 'Filialnr', 'Filiale', 'Anschrift', 'Ort', 'PLZ', 'Land', 'Zeitzone', 'Telefon', 'Breitengrad', 'Längengrad']; // prettier-ignore
  const stores: ListedStore[] = [];
  const lines = Array.from({ length: rows }, (_, index) => {
    const { name, address, city, state, zip } = real[index % real.length]!;
    const [zone, timeZone] = zones[index % zones.length]!;
    const code = `R-${index + 1}`;
    const street = index % 3 === 0 ? `${address}\r\nSuite ${index % 100}` : address;
    const refused = index % 1_000 === 999;
    const phone = refused ? refusedPhones[Math.floor(index / 1_000) % 2]! : phones[index % phones.length]!;
    stores.push({
      code,
      name: name.trim(),
      company,
      region: state,
      group: city.trim(),
      street: street.replace(/\s*\r\n/, ' ').trim(),
      timeZone,
      refused,
    });
    const levels = [company, state, city].map((level) => typed(level, index));
    const cells = [...levels, code, name, street, city, zip, 'us', zone, phone, '44,98', '-93,24'];
    return cells.map(quoted).join(';');
  });
  return { text: [head.join(';'), ...lines, ''].join('\r\n'), stores };
}
