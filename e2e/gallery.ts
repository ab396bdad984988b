import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allStates } from './all-states.ts';
import { chooseLanguage, languageSelect } from './language.ts';
import { overflowing } from './overflow.ts';
import { test } from './test.ts';
import { misfits } from './text-fit.ts';

const folder = process.env['GALLERY'] ?? 'test-results/gallery';
const widths = [1440, 768, 390, 320] as const;
const languages = ['en', 'de', 'ja-JP'] as const;
const schemes = ['light', 'dark'] as const;

for (const [index, { name, account, path, open }] of allStates.entries()) {
  test(`${name} is drawn in four widths, two schemes and three languages`, async ({ page, openAs, product }) => {
    await (account ? openAs(account, path) : page.goto(product.urlOf('kestrel.localhost') + path));
    await open(page, false);
    const file = (...parts: readonly (string | number)[]) => join(folder, [index, ...parts].join('-'));
    const pictures = [];
    const hasLanguages = (await languageSelect(page).count()) > 0;
    for (const language of languages) {
      await page.setViewportSize({ width: widths[0], height: 900 });
      // the header of phones has none, and that of desktops comes back after a moment
      if (hasLanguages) await languageSelect(page).waitFor({ state: 'attached' });
      if (!(await chooseLanguage(page, language))) continue;
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          const picture = `${file(language, width, colorScheme)}.jpg`;
          await page.screenshot({ path: picture, type: 'jpeg', quality: 70, animations: 'disabled' });
          pictures.push({ language, width, scheme: colorScheme, file: picture });
        }
        const problems = [...(await overflowing(page)), ...(await misfits(page))];
        for (const picture of pictures.slice(-schemes.length)) Object.assign(picture, { misfits: problems });
      }
    }
    writeFileSync(`${file('pictures')}.json`, JSON.stringify({ index, name, pictures }));
  });
}
