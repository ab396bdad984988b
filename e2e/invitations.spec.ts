import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { Product } from './product.ts';
import { fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const password = 'Harbour-portal-31';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Creates an organisation and invites its first administrator, whose mailbox has the same name. */
async function fillOrganisation(page: Page, name: string, subdomain: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(`office@${subdomain}.example`);
  await page.getByRole('combobox', { name: 'Country' }).fill('Ireland');
  await page.getByRole('option', { name: 'Ireland', exact: true }).click();
  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: /\(de\)/ }).click();
  await field(page, 'Portal address').fill(`${subdomain}.localhost`);
  await page.getByRole('checkbox', { name: phrase('organisations.administrator.invite') }).check();
  const administrator = page.getByRole('region', { name: 'First administrator' });
  await administrator.getByRole('textbox', { name: 'First name' }).fill('Maeve');
  await administrator.getByRole('textbox', { name: 'Last name' }).fill('Byrne');
  await administrator.getByRole('textbox', { name: 'Username' }).fill('maeve.byrne');
  await administrator.getByRole('textbox', { name: 'Email' }).fill(`maeve@${subdomain}.example`);
}

/** The link of the latest invitation mailed to a user, once there are this many. */
async function waitForInvitationLink(product: Product, to: string, count: number): Promise<string> {
  await expect.poll(() => product.mails(to)).toHaveLength(count);
  const { links } = (await product.mails(to)).at(-1)!;
  return links.find((link) => link.includes('/resetPassword/'))!;
}

test('the first administrator of a new organisation is invited by mail, chooses a password and signs in on its portal', async ({
  openAs,
  product,
}) => {
  const page = await openAs('global.admin', '/organisation/create');
  await fillOrganisation(page, 'Galway Toys', 'galway');
  await field(page, 'Username').fill('maeve@galway.localhost');
  await expectAccessible(page, 'the form of a new organisation with its first administrator');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'Username')).toHaveAccessibleDescription(containing('errors.field.userNameDomain'));
  await field(page, 'Username').fill('maeve.byrne');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  const successText = phrase('organisations.create.invited', { name: 'Galway Toys', emailId: 'maeve@galway.example' });
  await expect(page.getByText(successText)).toBeVisible();
  const firstLink = await waitForInvitationLink(product, 'maeve@galway.example', 1);
  expect(firstLink).toMatch(new RegExp(`^${product.urlOf('galway.localhost')}/resetPassword/[\\w-]{43}$`));
  expect((await product.mails('maeve@galway.example'))[0]!.subject).toBe('Wählen Sie Ihr Passwort');

  const administrator = page.getByRole('region', { name: 'First administrator' });
  await expect(administrator).toContainText(/Maeve Byrne.*maeve\.byrne.*maeve@galway\.example.*Valid until/);
  await administrator.getByRole('button', { name: 'Send invitation again' }).click();
  await expect(page.getByRole('dialog')).toContainText('maeve@galway.example receives a new link.');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(
    page.getByText(phrase('organisations.invitation.done', { emailId: 'maeve@galway.example' }), { exact: true }),
  ).toBeVisible();
  const secondLink = await waitForInvitationLink(product, 'maeve@galway.example', 2);

  const organisationUrl = page.url();
  await page.goto(firstLink);
  await expect(page.getByRole('alert')).toHaveText(/.+/);
  await page.goto(secondLink);
  await page.locator('input[type=password]').first().fill(password);
  await page.locator('input[type=password]').last().fill(password);
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('status')).toHaveText(/.+/);
  await page.goto(`${product.urlOf('galway.localhost')}/login`);
  await fillAndSubmit(page, 'maeve.byrne', password);
  await expect(page).toHaveURL(`${product.urlOf('galway.localhost')}/dashboard`);
  await page.goto(`${product.urlOf('galway.localhost')}/users`);
  await expect(page.getByText('maeve.byrne')).toBeVisible();

  await openAs('global.admin', new URL(organisationUrl).pathname);
  await expect(page.getByText('galway.localhost').first()).toBeVisible();
  await expect(administrator).toHaveCount(0);
});
