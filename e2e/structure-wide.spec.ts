/// <reference lib="dom" />
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/** A company, last in the tree, with two thousand stores directly below it. */
const insertCompanySql = `
  with kestrel as (select n.* from nodes n where n.name = $1 and n.parent_id is null),
       company as (
         insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
         select gen_random_uuid(), k.id, k.id, k.tpath || node_label(nextval('node_labels')) || '.', 'COMPANY', 'Zephyr', 'zephyr', 'ZEPHYR',
                'zephyr', 'zephyr' from kestrel k
         returning id, org_id, tpath)
  insert into nodes (id, org_id, parent_id, tpath, node_type, name, name_norm, code, code_norm, search_text)
  select gen_random_uuid(), c.org_id, c.id, c.tpath || node_label(nextval('node_labels')) || '.', 'STORE', s.name, lower(s.name), s.code, lower(s.code), lower(s.name)
    from company c, lateral (select 'Shop ' || lpad(number::text, 4, '0') as name, 'ZEPHYR-' || number as code from generate_series(1, 2000) number) s`;

test('two thousand children of a node are reached by keyboard, with few rendered rows', async ({ openAs, product }) => {
  await product.executeSql(insertCompanySql, ['Kestrel Sports']);
  const page = await openAs('org.admin', '/structure/hierarchy');
  const tree = page.getByRole('tree', { name: phrase('nodes.tree.label') });
  const activeItemText = () =>
    tree.evaluate(
      (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
    );
  const renderedRowCount = () => page.evaluate(() => document.querySelectorAll('[role=treeitem], tr, li').length);
  await tree.getByRole('treeitem', { name: /^Zephyr/ }).waitFor();
  await tree.press('End');
  await tree.press('ArrowRight');
  await tree.press('ArrowRight');
  await expect.poll(activeItemText).toBe('Shop 0001');
  for (let loaded = 100; loaded < 2000; loaded += 100) {
    await tree.press('End');
    await expect.poll(activeItemText).toBe('Show 100 more');
    expect(await renderedRowCount()).toBeLessThan(300);
    await tree.press('Enter');
    await expect.poll(activeItemText).toBe(`Shop ${String(loaded + 1).padStart(4, '0')}`);
  }
  await tree.press('End');
  await expect.poll(activeItemText).toBe('Shop 2000');
  await tree.press('Home');
  await expect.poll(activeItemText).toMatch(/^Kestrel Sports/);
  await tree.hover();
  await page.mouse.wheel(0, 100_000);
  await expect(tree.getByRole('treeitem', { name: 'Shop 2000' })).toBeInViewport();
  expect(await renderedRowCount()).toBeLessThan(300);
});
