import { expect, test } from 'vitest';
import { moduleName } from './module-names.ts';

const withDisplayName = (displayName: string | null) => ({
  eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName } }],
});

test.each([
  ['ebasket', withDisplayName('Kestrel Basket'), 'Kestrel Basket'],
  ['ebasket', withDisplayName(null), 'eBasket'],
  ['ebasket', { eBasketMgmtSettings: [] }, 'eBasket'],
  ['ebasket', {}, 'eBasket'],
  ['tm', withDisplayName('Kestrel Basket'), 'TM'],
  ['new', withDisplayName('Kestrel Basket'), 'new'],
])('names the module %s as the node’s settings do, else by its default name: %o', (code, configuration, name) => {
  expect(moduleName(code, configuration)).toBe(name);
});
