/// <reference lib="dom" />
import { messageForms } from './form-messages.ts';
import { formMessages } from './quoted-messages.ts';
import { expect, test } from './test.ts';

/** The texts that a field is described by or contains; runs in the page. */
function textsOf(field: Element): (string | undefined)[] {
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  return [...described.map((id) => document.getElementById(id)), ...field.querySelectorAll('*')].map((element) =>
    element?.textContent.trim(),
  );
}

test('every quoted message of a form is caused in the form of at least one screen', () => {
  const caused = new Set(messageForms.flatMap(({ rules }) => rules.map(({ message }) => message)));
  expect([...caused].toSorted()).toEqual([...formMessages].toSorted());
});

for (const { name, open, rules } of messageForms)
  test(`the form “${name}” shows its quoted messages under their fields`, async ({ openAs, page, product }) => {
    await open({ openAs, page, product });
    for (const { message, field, cause } of rules) {
      await test.step(message, async () => {
        await cause(field(page), page);
        await expect.poll(() => field(page).evaluate(textsOf), message).toContain(message);
        await expect(page.getByText(message, { exact: true }).first()).toBeVisible();
      });
    }
  });
