import { allStates } from './all-states.ts';
import { chooseLanguage } from './language.ts';
import { expect, test } from './test.ts';
import { misfits } from './text-fit.ts';

test('texts that are cut off, broken within a word or drawn over others are found, and those that fit are not', async ({
  page,
}) => {
  await page.setContent(`<body style="font: 16px sans-serif">
    <p>Fits</p>
    <p style="width: 40px; overflow-wrap: anywhere">Transaktionen</p>
    <p style="width: 60px; hyphens: manual">Trans&shy;aktionen</p>
    <button style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Save everything</button>
    <p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">A name that is long</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap">Lost without a sign</p>
    <input style="width: 60px" placeholder="Look among all of them" /><input style="width: 300px" placeholder="Search" />
    <input style="width: 60px" readonly value="Any time of this year" /><input style="width: 60px" value="Typed and therefore scrolled" />
    <input style="font: 24px sans-serif; font-variant-numeric: tabular-nums; width: 120px" placeholder="Almost fits here" />
    <select style="width: 60px"><option>Every period of time</option></select>
    <div style="position: relative; height: 30px"><b style="position: absolute">Below</b><i style="position: absolute">Above</i></div>`);
  expect(await misfits(page)).toEqual([
    'broken: Transaktionen in “Transaktionen”',
    'cut off: Save everything',
    'cut off: Lost without a sign',
    'overlapping: “Below” and “Above”',
    'cut off: Look among all of them',
    'cut off: Any time of this year',
    'cut off: Almost fits here',
    'cut off: Every period of time',
  ]);
});

/** Every ninth state; `npm run gallery` measures all of them, in four widths and three languages. */
const sample = allStates.filter(({ account }, index) => account && index % 9 === 4);

for (const [index, { name, account, path, open }] of sample.entries()) {
  const language = index % 2 === 0 ? 'de' : 'ja-JP';
  const width = [390, 768, 1440, 320][index % 4]!;
  test(`all texts of ${name} fit in ${language} at ${width} pixels`, async ({ openAs }) => {
    const page = await openAs(account!, path);
    await open(page, false);
    expect(await chooseLanguage(page, language)).toBe(true);
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => misfits(page)).toEqual([]);
  });
}
