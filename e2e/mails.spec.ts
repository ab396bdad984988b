import { expect, test } from './test.ts';

const portalHost = 'kestrel.localhost';
const emailAddress = 'region.manager@kestrelsports.com';

test('without a mail server mails are in the outbox folder and on a page', async ({ product, page }) => {
  const recovery = { host: portalHost, path: '/user-management/validate-email-id', method: 'POST' } as const;
  const response = await product.request({
    ...recovery,
    body: { emailId: emailAddress, domainName: 'kestrelsports.com' },
  });
  const { userId } = response.body.result as { userId: string };
  await product.request({ host: portalHost, path: `/user-management/send-email/${userId}`, method: 'PUT', body: {} });
  await expect.poll(() => product.mails(emailAddress)).toHaveLength(1);
  const [mail] = await product.mails(emailAddress);
  expect(mail!.links).toEqual([expect.stringMatching(`^${product.urlOf(portalHost)}/resetPassword/[\\w-]{43}$`)]);

  await page.goto(`${product.urlOf('localhost')}/dev/mail`);
  await page.getByRole('listitem').filter({ hasText: emailAddress }).getByRole('link', { name: mail!.subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: mail!.subject })).toBeVisible();
  await expect(page.getByRole('link', { name: mail!.links[0]! })).toBeVisible();

  const mailFrame = page.frameLocator('iframe');
  const logo = mailFrame.getByRole('img', { name: 'Kestrel Sports' });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const popup = page.waitForEvent('popup');
  await mailFrame.locator(`a[href="${mail!.links[0]!}"]`).first().click();
  const resetPage = await popup;
  await expect(resetPage).toHaveURL(mail!.links[0]!);
  await expect(resetPage.getByRole('button', { name: 'Reset password' })).toBeVisible();
});
