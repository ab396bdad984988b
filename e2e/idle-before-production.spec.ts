import { passTimeUntilRenewal, moveMouse } from './user-activity.ts';
import { fillAndSubmit } from './sign-in-form.ts';
import { expect, test } from './test.ts';

test.use({ environment: { ENVIRONMENT: 'pre-production', ENVIRONMENT_BANNER: 'on' } });

test('before production the idle warning appears after two hours by default', async ({ page, product }) => {
  const warning = page.getByRole('dialog', { name: 'You have been Idle!' });
  await page.clock.install();
  // Kestrel has set its own time, which takes precedence
  await page.goto(`${product.urlOf('bramble.localhost')}/login`);
  await fillAndSubmit(page, 'org.admin');
  await expect(page.getByText('pre-production')).toBeVisible();
  await moveMouse(page);
  await passTimeUntilRenewal(page, '56:00');
  await passTimeUntilRenewal(page, '56:00');
  await page.clock.fastForward('07:50');
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(warning).toBeVisible();
});
