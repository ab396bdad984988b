/** What a barcode scanner or a person does next: types keys, as user-event writes them, or ends a composition. */
export type Step = string | { readonly composing: 'isComposing' | 'keyCode' };

/** When the searches are settled: each before the next scan, or all after the last one. */
export const timings = ['settled', 'held'] as const;
export type Timing = (typeof timings)[number];

/** What is chosen: of scans that have their response one by one, of those before the first response, and of these where several values are taken. */
type Chosen = {
  readonly settled: readonly string[];
  readonly one: readonly string[];
  readonly several: readonly string[];
};

export type Scans = Chosen & {
  readonly title: string;
  readonly steps: readonly Step[];
  /** What a field of a code holds in the end. */
  readonly value: string;
};

/** The codes that exist: one is the beginning of others, and one has an accent. */
export const existingCodes = ['KS-1001', 'KS-1001-XL', 'KS-1001-M', 'KS-2002', 'CAFÉ-7', '5012345678900'] as const;

/** The last scan of every sequence, which shows that nothing else was to come. */
export const lastCode = 'END-1';

/** Scans after which the same is chosen at any time. */
const always = (title: string, steps: readonly Step[], chosen: readonly string[], value = chosen.at(-1)): Scans => ({
  title,
  steps,
  settled: chosen,
  one: chosen,
  several: chosen,
  value: value ?? '',
});

/** One scan in the ways in which it is typed, with the code that it means. */
const single: readonly (readonly [title: string, text: string, code: string])[] = [
  ['a code', 'KS-2002', 'KS-2002'],
  ['a code of digits', '5012345678900', '5012345678900'],
  ['a code that begins others', 'KS-1001', 'KS-1001'],
  ['a code that begins as another one', 'KS-1001-XL', 'KS-1001-XL'],
  ['small letters', 'ks-1001', 'KS-1001'],
  ['full width', 'ＫＳ－１００１', 'KS-1001'],
  ['full-width digits', 'KS-１００１', 'KS-1001'],
  ['a composed accent', 'CAFÉ-7', 'CAFÉ-7'],
  ['a decomposed accent', 'CAFE\u0301-7', 'CAFÉ-7'],
  ['a small decomposed accent', 'cafe\u0301-7', 'CAFÉ-7'],
  ['a blank before', ' KS-1001', 'KS-1001'],
  ['a blank behind', 'KS-1001 ', 'KS-1001'],
  ['blanks around', '  KS-1001  ', 'KS-1001'],
  ['a no-break space behind', 'KS-1001\u00A0', 'KS-1001'],
  ['a byte order mark before', '\uFEFFKS-1001', 'KS-1001'],
  ['a zero-width space within', 'KS\u200B-1001', 'KS-1001'],
  ['a soft hyphen within', 'KS-10\u00AD01', 'KS-1001'],
];

const [a, b, c] = ['KS-1001', 'KS-2002', '5012345678900'] as const;

/** Sequences of scans with the values that are chosen in their order. */
export const scans: readonly Scans[] = [
  ...single.map(([title, text, code]) => always(title, [`${text}{Enter}`], [code])),
  always('two line ends', [`${a}{Enter}{Enter}`], [a]),
  always('a line end after the response', [`${a}{Enter}`, '{Enter}'], [a]),
  always('line ends alone', ['{Enter}{Enter}'], []),
  always('an unknown code', ['ZZ-99{Enter}'], [], 'ZZ-99'),
  always('an unknown code, then a known one', ['ZZ-99{Enter}', `${b}{Enter}`], [b]),
  always('two unknown codes', ['ZZ-99{Enter}', 'YY-88{Enter}'], [], 'YY-88'),
  always('the beginning of several codes', ['KS-10{Enter}'], [], 'KS-10'),
  always('a code that is typed in two parts', ['KS-1001', '-XL{Enter}'], ['KS-1001-XL']),
  always('a code behind another text', ['KS-20', `${b}{Enter}`], [], `KS-20${b}`),
  always('Tab instead of a line end', [`${b}{Tab}`], [], b),
  always('a line end of a composition', [b, { composing: 'isComposing' }], [], b),
  always('a line end of a composition in Safari', [b, { composing: 'keyCode' }], [], b),
  always('a composition, then a line end', [a, { composing: 'isComposing' }, '{Enter}'], [a]),
  always('a composition in Safari, then a line end', [a, { composing: 'keyCode' }, '{Enter}'], [a]),
  {
    ...always('two scans', [`${a}{Enter}`, `${b}{Enter}`], [a, b]),
    one: [b],
  },
  {
    ...always('a longer code after its beginning', [`${a}{Enter}`, 'KS-1001-XL{Enter}'], [a, 'KS-1001-XL']),
    one: ['KS-1001-XL'],
  },
  {
    ...always('three scans', [`${a}{Enter}`, `${b}{Enter}`, `${c}{Enter}`], [a, b, c]),
    one: [c],
  },
  {
    ...always('the same code twice', [`${a}{Enter}`, `${a}{Enter}`], [a, a]),
    one: [a],
  },
  {
    ...always('the same code in other letters', [`${a}{Enter}`, 'ks-1001{Enter}'], [a, a]),
    one: [a],
  },
  {
    ...always('a code around another one', [`${a}{Enter}`, `${b}{Enter}`, `${a}{Enter}`], [a, b, a]),
    one: [a],
  },
  {
    ...always('a known code, then an unknown one', [`${a}{Enter}`, 'ZZ-99{Enter}'], [a], 'ZZ-99'),
    one: [],
  },
  {
    ...always('an unknown code between two', [`${a}{Enter}`, 'ZZ-99{Enter}', `${b}{Enter}`], [a, b]),
    one: [b],
  },
  {
    ...always('two scans with two line ends', [`${a}{Enter}{Enter}`, `${b}{Enter}{Enter}`], [a, b]),
    one: [b],
  },
];

/** What is chosen of a sequence. */
export const chosenOf = (scan: Scans, timing: Timing, takesSeveral: boolean): readonly string[] =>
  timing === 'settled' ? scan.settled : takesSeveral ? scan.several : scan.one;

/** Every n-th, beginning with the first; all where the proof of hostile corpora asks for them. */
export const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  process.env['ALL_SCANS'] ? all : all.filter((_, index) => index % every === 0);
