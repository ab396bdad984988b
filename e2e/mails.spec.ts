import { expect, test } from './test.ts';

const portal = 'kestrel.localhost';
const address = 'region.manager@kestrelsports.com';

test('whoever tries the product without a mail server finds its mails in the outbox, and on a page', async ({
  product,
  page,
}) => {
  const recovery = { host: portal, path: '/user-management/validate-email-id', method: 'POST' } as const;
  const begun = await product.ask({ ...recovery, body: { emailId: address, domainName: 'kestrelsports.com' } });
  const { userId } = begun.body.result as { userId: string };
  await product.ask({ host: portal, path: `/user-management/send-email/${userId}`, method: 'PUT', body: {} });
  await expect.poll(() => product.mails(address)).toHaveLength(1);
  const [mail] = product.mails(address);
  expect(mail!.links).toEqual([expect.stringMatching(`^${product.at(portal)}/resetPassword/[\\w-]{43}$`)]);

  await page.goto(`${product.at('localhost')}/dev/mail`);
  await page.getByRole('listitem').filter({ hasText: address }).getByRole('link', { name: mail!.subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: mail!.subject })).toBeVisible();
  await expect(page.getByRole('link', { name: mail!.links[0]! })).toBeVisible();

  const shown = page.frameLocator('iframe');
  const logo = shown.getByRole('img', { name: 'Kestrel Sports' });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const opening = page.waitForEvent('popup');
  await shown.getByRole('link', { name: 'Choose a new password' }).click();
  const opened = await opening;
  await expect(opened).toHaveURL(mail!.links[0]!);
  await expect(opened.getByRole('button', { name: 'Reset password' })).toBeVisible();
});
