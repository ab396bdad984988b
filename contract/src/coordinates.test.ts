import { describe, expect, test } from 'vitest';
import { Latitude, Longitude, splitCoordinates } from './coordinates.ts';

const errorOf = (schema: typeof Latitude, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

describe('coordinates', () => {
  test.each([
    [52.52, 52.52],
    ['52.52', 52.52],
    [' 52,520008 ', 52.520008],
    ['-33.8688197', -33.86882],
    ['\u221233.5', -33.5],
    ['+7', 7],
    [90, 90],
    [-90, -90],
    ['', null],
    ['  ', null],
    [null, null],
  ])('reads the latitude %j as %j', (value, degrees) => {
    expect(Latitude.parse(value)).toBe(degrees);
  });

  test.each([
    90.1,
    -90.000001,
    '91',
    'north',
    '52.5.1',
    '1e1',
    '0x10',
    '52° 31′',
    'NaN',
    '1,234,5',
    true,
    [],
    Infinity,
  ])('rejects the latitude %j by name', (value) => {
    expect(errorOf(Latitude, value)).toBe('field.latitude');
  });

  test('a longitude reaches from -180 to 180 degrees', () => {
    expect([Longitude.parse('-180'), Longitude.parse(180)]).toEqual([-180, 180]);
    expect(errorOf(Longitude, 180.01)).toBe('field.longitude');
  });

  test('zero is never negative, and small numbers have no exponent', () => {
    expect(Object.is(Latitude.parse('-0.0000001'), 0)).toBe(true);
    expect(String(Latitude.parse(0.0000012))).toBe('0.000001');
  });
});

test.each([
  ['52.52, 13.405', ['52.52', '13.405']],
  ['52.52,13.405', ['52.52', '13.405']],
  ['(52.52, 13.405)', ['52.52', '13.405']],
  ['52.52° 13.405°', ['52.52', '13.405']],
  ['52,52; 13,405', ['52,52', '13,405']],
  ['-33.86882\t151.2093', ['-33.86882', '151.2093']],
  ['52,52', undefined],
  ['52.52', undefined],
  ['1, 2, 3', undefined],
  ['Berlin, Germany', undefined],
  ['', undefined],
])('the pasted text %j is split into %j', (text, pair) => {
  expect(splitCoordinates(text)).toEqual(pair);
});
