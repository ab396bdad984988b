import { stayOn, stir } from './person.ts';
import { fillAndSend } from './sign-in-form.ts';
import { expect, test } from './test.ts';

test.use({ environment: { ENVIRONMENT: 'pre-production', ENVIRONMENT_BANNER: 'on' } });

test('before production the warning waits two hours where no place has a time of its own', async ({
  page,
  product,
}) => {
  const warning = page.getByRole('dialog', { name: 'You have been Idle!' });
  await page.clock.install();
  // Kestrel has decided on a time, which goes first
  await page.goto(`${product.at('bramble.localhost')}/login`);
  await fillAndSend(page, 'org.admin');
  await expect(page.getByText('pre-production')).toBeVisible();
  await stir(page);
  await stayOn(page, '56:00');
  await stayOn(page, '56:00');
  await page.clock.fastForward('07:50');
  await expect(warning).toHaveCount(0);
  await page.clock.fastForward(11_000);
  await expect(warning).toBeVisible();
});
