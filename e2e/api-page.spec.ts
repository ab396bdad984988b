import { monitorPage } from './page-monitor.ts';
import { expect, test } from './test.ts';

test('the page of the API shows an operation and sends it, within its content security policy', async ({
  product,
  page,
}) => {
  const origin = product.urlOf('kestrel.localhost');
  const monitor = monitorPage(page, origin);
  await page.goto(`${origin}/docs#/organisations/organisations.domainsOfHost`);
  const operation = page.locator('.opblock.is-open');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.locator('.live-responses-table')).toContainText('kestrelsports.com');
  expect(monitor).toEqual({ problems: [], foreignRequests: [] });
});
