import { products } from '@storeward/contract/products';
import { productImports } from '@storeward/contract/products/product-import';
import * as codes from '../../../api/test/look-alike-codes.ts';
import type { Outcome, Target } from './corpus.ts';
import { importRows, nodeCodeOf } from './imports.ts';

/** Two texts, and whether the second is the same code, looks like the first, or is another one. */
export type Pair = {
  readonly title: string;
  readonly first: string;
  readonly second: string;
  readonly relation: 'same' | 'alike' | 'distinct';
};

let count = 0;
const numbered = (text: string) => `${text}-${(count += 1)}`;

/** A text of its own, and the same with each of these characters in each position. */
export const pairsWith = (characters: typeof codes.invisibleCharacters, text = 'KS'): Pair[] =>
  characters.flatMap(([what, character]) =>
    [0, 1, 2, 3].map((position) => {
      const first = numbered(text);
      const second = codes.withCharacter(first, character)[position]!;
      return { title: what, first, second, relation: 'same' };
    }),
  );

/** Both texts with the same number behind them, so that no other pair has them. */
export const pairsOf = (texts: typeof codes.canonicalEquals, relation: Pair['relation']): Pair[] =>
  texts.map(([title, first, second]) => {
    const number = numbered('');
    return { title, first: first + number, second: second + number, relation };
  });

const pairsWithDashes = () =>
  codes.dashes.map(([title, dash]): Pair => {
    const first = numbered('KS');
    return { title, first, second: first.replace('-', dash), relation: 'alike' };
  });

const codePairs = () => [
  ...pairsWith([...codes.invisibleCharacters, ...codes.directions]),
  ...pairsOf(codes.canonicalEquals, 'same'),
  ...pairsOf(codes.lettersAlike, 'alike'),
  ...pairsOf(codes.distinctTexts, 'distinct'),
];

const skuPairs = () => [...codePairs(), ...pairsWithDashes(), ...pairsOf(codes.compatibilityForms, 'alike')];

type ErrorBody = { readonly messageCode: string; readonly errors?: { path: string; messageCode: string }[] };

/** Sends a new record; returns it, or the status with the error and its field. */
export async function created<T>({ client, token }: Target, path: string, body: object): Promise<T | [number, string]> {
  const { status, text } = await client.send({ path, method: 'POST', headers: token, body });
  if (status === 200) return (JSON.parse(text) as { result: T }).result;
  const { messageCode, errors: [error] = [] } = JSON.parse(text) as ErrorBody;
  return [status, error ? `${error.path} ${error.messageCode}` : messageCode];
}

export const titleOf = ({ title, first, second }: Pair): string =>
  `${title}: ${JSON.stringify(second)} beside ${JSON.stringify(first)}`;

/** SKUs in requests and in files: the same product, one that is marked, an unmarked one, or the error of the SKU. */
export async function* skus(target: Target): AsyncGenerator<Outcome> {
  const create = async (SKU: string) => {
    const descriptions = [{ name: 'NAME', value: 'Scarf', language: null }];
    const result = await created<{ SKU: string; sameSku: boolean }>(target, products.create.path, {
      SKU,
      descriptions,
    });
    return Array.isArray(result) ? result : [200, result.SKU, result.sameSku];
  };
  for (const pair of skuPairs()) {
    const { first, second, relation } = pair;
    const isFirstTaken = await create(first);
    yield {
      title: titleOf(pair),
      measured: [isFirstTaken, await create(second)],
      expected: [
        [200, first.normalize('NFC'), false],
        relation === 'same' ? [409, 'product.skuTaken'] : [200, second.normalize('NFC'), relation === 'alike'],
      ],
    };
  }
  for (const [title, text, error] of codes.invisibleTexts)
    yield { title, measured: await create(text), expected: [400, `SKU ${error}`] };
  const rowOf = (SKU: string, name: string) => ({ SKU, name });
  yield* inFiles(target, productImports.list.path, skuPairs(), rowOf);
}

/** Codes of nodes in files: the same node, another one, or the error of the code. */
export async function* nodeCodes(target: Target): AsyncGenerator<Outcome> {
  const path = '/node-management/imports';
  const parentCode = await nodeCodeOf(target, 'STORE_GROUP');
  const rowOf = (code: string, name: string) => ({ type: 'STORE', code, name, parentCode });
  const sameForms = pairsOf(codes.compatibilityForms, 'same');
  yield* inFiles(target, path, [...codePairs(), ...sameForms], rowOf);
  const refused = ['\u2010', '\u2011', '\u2013', '\u2014', '\u2212', '\uFF0D', '\uFF0F', '\uFF0E', '<', ',', '‘', '“'];
  const hidden = [' ', '\u00A0', '\u3000', '\u0007'].map((character) => [character, undefined] as const);
  const shown = [...refused, ...codes.dashes.map(([, dash]) => dash)].map(
    (character) => [character, character] as const,
  );
  const characters = [...shown, ...hidden];
  const rows = await importRows(
    target,
    path,
    characters.map(([character]) => rowOf(numbered(`K${character}S`), 'Shop')),
  );
  for (const [index, [character, isShown]] of characters.entries()) {
    const {
      faults: [error],
      cells,
    } = rows[index]!;
    const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
    yield {
      title: JSON.stringify(cells[1]),
      measured: [error?.column, error?.messageCode, error?.character],
      expected: ['code', 'field.invalidCharacter', isShown ? `“${character}” (${code})` : code],
    };
  }
}

/** What a file of second texts does to the records of the first: changes them, or creates others. */
async function* inFiles(
  target: Target,
  path: string,
  pairs: readonly Pair[],
  rowOf: (code: string, name: string) => Readonly<Record<string, string>>,
): AsyncGenerator<Outcome> {
  const outcomesOf = async (texts: readonly string[], name: string) =>
    (
      await importRows(
        target,
        path,
        texts.map((text) => rowOf(text, name)),
      )
    ).map(({ outcome, faults: [error] }) => error?.messageCode ?? outcome);
  const first = await outcomesOf(
    pairs.map((pair) => pair.first),
    'Scarf',
  );
  const second = await outcomesOf(
    pairs.map((pair) => pair.second),
    'Hat',
  );
  for (const [index, pair] of pairs.entries())
    yield {
      title: `${titleOf(pair)} in files`,
      measured: [first[index], second[index]],
      expected: ['created', pair.relation === 'same' ? 'updated' : 'created'],
    };
  // both in one file; the numbers of these pairs are new
  const twins = [...pairsWith(codes.invisibleCharacters), ...pairsOf(codes.canonicalEquals, 'same')];
  const both = await outcomesOf(
    twins.flatMap((pair) => [pair.first, pair.second]),
    'Scarf',
  );
  for (const [index, pair] of twins.entries())
    yield {
      title: `${titleOf(pair)} in one file`,
      measured: both.slice(index * 2, index * 2 + 2),
      expected: ['import.twice', 'import.twice'],
    };
}
