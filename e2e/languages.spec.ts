import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const languages = [
  ['fr', 'Français', 'Liste des utilisateurs'],
  ['zh-CN', '简体中文', '用户列表'],
  ['nl', 'Nederlands', 'Gebruikerslijst'],
  ['ja-JP', '日本語', 'ユーザー一覧'],
  ['it', 'Italiano', 'Elenco utenti'],
  ['de', 'Deutsch', 'Benutzerliste'],
  ['en', 'English', 'User List'],
] as const;
test('each of the seven languages changes menu, heading and title at once, without missing phrases', async ({
  openAs,
  product,
}) => {
  test.slow(); // opens fifty screens
  const page = await openAs('org.admin', '/users');
  for (const [code, name, listTitle] of languages) {
    await test.step(name, async () => {
      await page.getByRole('banner').getByRole('combobox').selectOption(name);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(heading(page, listTitle)).toBeVisible();
      await expect(page).toHaveTitle(listTitle);
      await expect(page.getByRole('navigation').first().getByRole('link', { name: listTitle })).toBeVisible();
    });
  }
  const userId = /[0-9a-f-]{36}/.exec((await page.locator('tbody a').first().getAttribute('href')) ?? '')?.[0];
  const paths = [
    '/dashboard',
    '/users?search=nobody-at-all',
    `/user/${userId}/view`,
    `/user/${userId}/edit`,
    '/role',
    '/role/create',
    '/structure/hierarchy',
    '/structure/hierarchy?search=leeds',
    '/structure/create',
    '/audit-trail',
    '/profile',
    '/nonsense',
  ];
  // each screen in some languages, and screens of each kind in each; `npm run proof -- --only languages` opens all in all
  const isOpened = (language: number, screen: number) =>
    process.env['FULL_MATRIX'] === '1' || (language + screen) % 3 === 0;
  for (const [index, [code]] of languages.entries()) {
    await test.step(`screens in ${code}`, async () => {
      await page.evaluate((language) => localStorage.setItem('APP_SETTING', JSON.stringify({ language })), code);
      for (const path of paths.filter((_, screen) => isOpened(index, screen))) {
        await page.goto(product.urlOf('kestrel.localhost') + path);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expect(
          page.getByRole('main').locator('[aria-busy="false"], [role="tree"], h2, section p').first(),
        ).toBeVisible();
        await expect(page.locator('body')).not.toContainText(
          /TRANSLATION MISSING|\b(app|audit|ui|screens|users|nodes|errors|dashboard)\.[a-z]+\.[a-zA-Z]+\b/,
        );
      }
    });
  }
});

test('a language chosen on the sign-in page also applies after sign-in', async ({ page, product }) => {
  await page.goto(`${product.urlOf('kestrel.localhost')}/login`);
  await page.getByRole('banner').getByRole('combobox').selectOption('Deutsch');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('body')).not.toContainText('TRANSLATION MISSING');
  await page.getByRole('textbox').first().fill('org.admin');
  await page.getByRole('textbox').nth(1).fill('Demo-portal-26');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('link', { name: 'Benutzerliste' })).toBeVisible();
});

for (const [preferred, language] of [
  ['de-DE', 'de'],
  ['zh-TW', 'zh-CN'],
  ['pt-PT', 'en'],
] as const) {
  test.describe(`in a browser that prefers ${preferred}`, () => {
    test.use({ locale: preferred });
    test(`the sign-in page is in ${language} for a browser that prefers ${preferred}`, async ({ page, product }) => {
      await page.goto(`${product.urlOf('localhost')}/login`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  });
}
