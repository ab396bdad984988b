import { allStates } from './all-states.ts';
import { chooseLanguage } from './language.ts';
import { expect, test } from './test.ts';
import { misfits } from './text-fit.ts';

/** Every ninth state; `npm run gallery` measures all of them, in three widths and languages. */
const sample = allStates.filter(({ account }, index) => account && index % 9 === 4);

for (const [index, { name, account, path, open }] of sample.entries()) {
  const language = index % 2 === 0 ? 'de' : 'ja-JP';
  const width = [390, 768, 1440][index % 3]!;
  test(`all texts of ${name} fit in ${language} at ${width} pixels`, async ({ openAs }) => {
    const page = await openAs(account!, path);
    await open(page, false);
    await chooseLanguage(page, language);
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => misfits(page)).toEqual([]);
  });
}
