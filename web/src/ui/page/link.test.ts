import { describe, expectTypeOf, test } from 'vitest';
import type { ScreenAddress } from './link.tsx';

// `npm run typecheck` fails if one of these no longer holds
describe('the address of a link', () => {
  test('is the path of a screen with its ids, and an optional slash or query', () => {
    expectTypeOf<'/users' | '/users/' | '/users?search=ada'>().toExtend<ScreenAddress>();
    expectTypeOf<`/user/${string}/view` | `/user/${string}/view?action=createUser`>().toExtend<ScreenAddress>();
  });

  test('is not the path of no screen, a path without its id, or any text', () => {
    expectTypeOf<'/nobody'>().not.toExtend<ScreenAddress>();
    expectTypeOf<`/user/${string}/views`>().not.toExtend<ScreenAddress>();
    expectTypeOf<'/user/view'>().not.toExtend<ScreenAddress>();
    expectTypeOf<`/${string}`>().not.toExtend<ScreenAddress>();
    expectTypeOf<string>().not.toExtend<ScreenAddress>();
  });
});
