import { normalised } from '../fields.ts';
import { languages } from '../reference.ts';
import { countryCodes } from './countries.ts';
import { likeness, pairsOf } from './likeness.ts';

/** ISO 3166-1 alpha-3 codes, in the order of the alpha-2 codes. */
const threeLetterCodes = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL ' +
  'BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI ' +
  'DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP ' +
  'GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ ' +
  'KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI ' +
  'MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN PAN PER ' +
  'PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE ' +
  'SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI ' +
  'USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ');

/** Names in use that `Intl` does not have: former, short and formal ones. */
const otherNames: Readonly<Record<string, string>> = {
  AE: 'UAE,Emirates',
  AG: 'Antigua',
  BO: 'Plurinational State of Bolivia',
  CD: 'DRC,DR Congo,Democratic Republic of the Congo,Democratic Republic of Congo,Congo-Kinshasa',
  CG: 'Republic of the Congo,Republic of Congo,Congo-Brazzaville',
  CI: 'Ivory Coast',
  CN: 'PRC,P.R. China,Mainland China,People’s Republic of China,中华人民共和国',
  CV: 'Cape Verde',
  CZ: 'Czech Republic',
  FM: 'Federated States of Micronesia',
  GB: 'Great Britain,Britain,England,Scotland,Wales,Northern Ireland,United Kingdom of Great Britain and Northern Ireland',
  HK: 'Hongkong,Hong Kong SAR',
  IE: 'Eire,Republic of Ireland',
  IR: 'Islamic Republic of Iran',
  KP: 'DPRK,Democratic People’s Republic of Korea',
  KR: 'Republic of Korea,Korea Republic,Korea South',
  LA: 'Lao PDR,Lao People’s Democratic Republic',
  MD: 'Republic of Moldova',
  MK: 'Macedonia,Republic of North Macedonia',
  MM: 'Burma',
  MO: 'Macao SAR',
  NL: 'Holland,The Netherlands',
  PS: 'State of Palestine',
  RU: 'Russian Federation',
  SA: 'KSA',
  SK: 'Slovak Republic',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey',
  TW: 'Taiwan Province of China,臺灣',
  TZ: 'United Republic of Tanzania',
  US: 'United States of America,U.S. of America',
  VA: 'Holy See',
  VC: 'St. Vincent',
  VE: 'Bolivarian Republic of Venezuela',
  ZA: 'RSA,Republic of South Africa',
};

const joiningWords = new Set(['and', 'und', 'et', 'en', 'e', 'the']);

/** How a name is looked up: without case, accents, punctuation and joining words. */
const countryKey = (name: string): string =>
  normalised(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !joiningWords.has(word))
    .map((word) => (word === 'saint' || word === 'sankt' ? 'st' : word))
    .join('');

type Name = { readonly key: string; readonly pairs: ReadonlySet<string> };

let known: { readonly byKey: ReadonlyMap<string, string>; readonly names: ReadonlyMap<string, Name[]> } | undefined;

/** The countries by the keys of their codes and names: in the languages of the portal, and in their own. */
function countries() {
  if (known) return known;
  const named = (locale: string, style: 'long' | 'short') =>
    new Intl.DisplayNames([locale], { type: 'region', style, fallback: 'none' });
  const ofPortal = languages.flatMap((language) => [named(language, 'long'), named(language, 'short')]);
  const names = new Map(
    countryCodes.map((code, index) => {
      const own = named(new Intl.Locale(`und-${code}`).maximize().baseName, 'long');
      const texts = [
        ...[...ofPortal, own].map((list) => list.of(code) ?? ''),
        ...(otherNames[code]?.split(',') ?? []),
        threeLetterCodes[index] ?? '',
        code,
      ];
      const keys = [...new Set(texts.map(countryKey).filter(Boolean))];
      return [code, keys.map((key) => ({ key, pairs: pairsOf(key) }))];
    }),
  );
  const byKey = new Map([...names].flatMap(([code, list]) => list.map(({ key }) => [key, code] as const)));
  known = { byKey, names };
  return known;
}

/** The ISO 3166-1 alpha-2 code of the country that a code or name means; the text itself if it means none. */
export function countryIn(text: string): string {
  const { byKey } = countries();
  // as in sorted lists: Korea, Republic of
  const [last = '', first = '', ...others] = text.split(',');
  const turned = others.length === 0 ? byKey.get(countryKey(`${first} ${last}`)) : undefined;
  return byKey.get(countryKey(text)) ?? turned ?? text;
}

/** The codes of up to three countries that a text which names none may mean, the nearest first. */
export function nearestCountries(text: string): string[] {
  const key = countryKey(text.slice(0, 64));
  if (key === '') return [];
  const pairs = pairsOf(key);
  const nearness = (name: Name) => (name.key.startsWith(key) ? 1 : likeness(pairs, name.pairs));
  const found = [...countries().names].map(([code, names]) => ({ code, alike: Math.max(...names.map(nearness)) }));
  return found
    .filter(({ alike }) => alike > 0.4)
    .toSorted((one, other) => other.alike - one.alike)
    .slice(0, 3)
    .map(({ code }) => code);
}
