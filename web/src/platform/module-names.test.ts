import { expect, it } from 'vitest';
import { moduleName } from './module-names.ts';

const called = (displayName: string | null) => ({
  eBasketMgmtSettings: [{ displaySettings: { displayLogo: null, displayName } }],
});

it.each([
  ['ebasket', called('Kestrel Basket'), 'Kestrel Basket'],
  ['ebasket', called(null), 'eBasket'],
  ['ebasket', { eBasketMgmtSettings: [] }, 'eBasket'],
  ['ebasket', {}, 'eBasket'],
  ['tm', called('Kestrel Basket'), 'TM'],
  ['new', called('Kestrel Basket'), 'new'],
])('calls the module %s as the place does, else by its usual name: %o', (code, configuration, name) => {
  expect(moduleName(code, configuration)).toBe(name);
});
