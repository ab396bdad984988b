import { expect, test } from 'vitest';
import { countryIn, nearestCountries } from './country-names.ts';
import { countryCodes } from './countries.ts';
import { languages } from '../reference.ts';

test.each([
  ['AU', 'au', 'AUS', 'Australia', ' AUSTRALIA ', 'Australien', 'Australie', 'オーストラリア', '澳大利亚'],
  ['GB', 'UK', 'U.K.', 'GBR', 'Great Britain', 'England', 'Vereinigtes Königreich', 'Verenigd Koninkrijk', '英国'],
  ['US', 'USA', 'U.S.A.', 'United States', 'United States of America', 'Stati Uniti', 'アメリカ合衆国'],
  ['NL', 'Holland', 'The Netherlands', 'Pays-Bas'],
  ['CZ', 'Czech Republic', 'Czechia', 'Česko', 'Tschechien'],
  ['KR', 'South Korea', 'Korea, Republic of', '대한민국'],
  ['CI', 'Côte d’Ivoire', "Cote d'Ivoire", 'Ivory Coast'],
  ['BA', 'Bosnia & Herzegovina', 'Bosnia and Herzegovina', 'Bosnien und Herzegowina'],
  ['LC', 'Saint Lucia', 'St. Lucia'],
  ['TR', 'Turkey', 'Türkiye'],
  ['HK', 'Hong Kong', 'Hong Kong SAR China'],
  ['BR', 'Brasil', 'Brésil'],
  ['TZ', 'Tanzania, United Republic of'],
  ['RU', 'Russian Federation', 'Россия'],
])('the country %s is found by its names', (code, ...names) => {
  expect(names.map((name) => [name, countryIn(name)])).toEqual(names.map((name) => [name, code]));
});

test('every country is found by the name that each language of the portal has for it', () => {
  const shared = languages.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return countryCodes.filter((code) => countryIn(names.of(code)!) !== code).map((code) => [language, code]);
  });
  expect(shared).toEqual([]);
});

test.each(['Korea', 'Congo', 'Guinea, South', 'Virgin Islands', 'Narnia', 'XX', '', 'constructor', 'e'])(
  '%s names no country',
  (text) => {
    expect(countryIn(text)).toBe(text);
  },
);

test.each([
  ['Austrlia', 'AU'],
  ['Germny', 'DE'],
  ['Unted Kingdom', 'GB'],
  ['Korea', 'KR'],
  ['Congo', 'CG'],
])('the nearest countries of %s include %s', (text, near) => {
  expect(nearestCountries(text)).toContain(near);
});
