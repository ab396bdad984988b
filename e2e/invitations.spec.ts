import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import type { Product } from './product.ts';
import { fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

const password = 'Harbour-portal-31';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Makes an organisation and names its first administrator, whose mailbox bears the same word. */
async function handOver(page: Page, name: string, word: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'E-mail').fill(`office@${word}.example`);
  await page.getByRole('combobox', { name: 'Country' }).fill('Ireland');
  await page.getByRole('option', { name: 'Ireland', exact: true }).click();
  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: /\(de\)/ }).click();
  await field(page, 'Portal address').fill(`${word}.localhost`);
  await page.getByRole('checkbox', { name: 'Invite a first administrator' }).check();
  const administrator = page.getByRole('region', { name: 'First administrator' });
  await administrator.getByRole('textbox', { name: 'First name' }).fill('Maeve');
  await administrator.getByRole('textbox', { name: 'Last name' }).fill('Byrne');
  await administrator.getByRole('textbox', { name: 'User name' }).fill('maeve.byrne');
  await administrator.getByRole('textbox', { name: 'E-mail' }).fill(`maeve@${word}.example`);
}

/** The address of the latest invitation that was mailed to somebody, of as many as there are by now. */
async function invitationTo(product: Product, to: string, count: number): Promise<string> {
  await expect.poll(() => product.mails(to)).toHaveLength(count);
  const { links } = product.mails(to).at(-1)!;
  return links.find((link) => link.includes('/resetPassword/'))!;
}

test('a new organisation is handed to its first administrator, who chooses a password by mail and signs in on its portal', async ({
  enter,
  product,
}) => {
  const page = await enter('global.admin', '/organisation/create');
  await handOver(page, 'Galway Toys', 'galway');
  await field(page, 'User name').fill('maeve@galway.localhost');
  await expectAccessible(page, 'a form about a new organisation with its first administrator');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'User name')).toHaveAccessibleDescription(/Leave out the domain/);
  await field(page, 'User name').fill('maeve.byrne');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  const said = 'Galway Toys is created, and an invitation was sent to maeve@galway.example';
  await expect(page.getByText(said)).toBeVisible();
  const first = await invitationTo(product, 'maeve@galway.example', 1);
  expect(first).toMatch(new RegExp(`^${product.at('galway.localhost')}/resetPassword/[\\w-]{43}$`));
  expect(product.mails('maeve@galway.example')[0]!.subject).toBe('Wählen Sie Ihr Passwort');

  const administrator = page.getByRole('region', { name: 'First administrator' });
  await expect(administrator).toContainText(/Maeve Byrne.*maeve\.byrne.*maeve@galway\.example.*Good until/);
  await administrator.getByRole('button', { name: 'Send invitation again' }).click();
  await expect(page.getByRole('dialog')).toContainText('A new link is sent to maeve@galway.example.');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('An invitation was sent to maeve@galway.example', { exact: true })).toBeVisible();
  const second = await invitationTo(product, 'maeve@galway.example', 2);

  const organisation = page.url();
  await page.goto(first);
  await expect(page.getByRole('alert')).toHaveText(/.+/);
  await page.goto(second);
  await page.locator('input[type=password]').first().fill(password);
  await page.locator('input[type=password]').last().fill(password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('status')).toHaveText(/.+/);
  await page.goto(`${product.at('galway.localhost')}/login`);
  await fillAndSend(page, 'maeve.byrne', password);
  await expect(page).toHaveURL(`${product.at('galway.localhost')}/dashboard`);
  await page.goto(`${product.at('galway.localhost')}/users`);
  await expect(page.getByText('maeve.byrne')).toBeVisible();

  await enter('global.admin', new URL(organisation).pathname);
  await expect(page.getByText('galway.localhost').first()).toBeVisible();
  await expect(administrator).toHaveCount(0);
});
