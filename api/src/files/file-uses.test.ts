import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { sectionUrl } from '../../test/bulk.ts';
import { createClient, createNode, createOrganisation, createUser, type ApiClient } from '../../test/builders.ts';
import { importsAt, toCsv } from '../../test/imports.ts';
import { createProduct, productInput, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';
import { testRoles } from '../../test/template.ts';
import { onePixelImage } from '../../test/uploads.ts';
import { openDatabase } from '../platform/database/db.ts';
import { diskStorage } from '../platform/files/storage.ts';
import { deleteOrphanedUploads } from './orphan-cleanup.ts';

const server = await startTestServer();
const database = openDatabase({ connectionString: server.appUrl });
afterAll(() => database.close());
const disk = diskStorage(server.filesFolder);

async function createShop() {
  const org = await createOrganisation(server);
  const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  return { org, company, admin: await createClient(server, await createUser(server, { node: org })) };
}
const upload = async (admin: ApiClient) =>
  (await admin.post('/common/uploadfile', onePixelImage, { 'content-type': 'image/bmp' })).body.result
    .Location as string;
const usesOf = async (address: string) =>
  (await server.query<{ kind: string }>('select kind from file_uses where address = $1 order by kind', [address])).map(
    ({ kind }) => kind,
  );
const deletionDays = async (address: string) =>
  (
    await server.query<{ days: number | null }>(
      'select round(extract(epoch from deletion_date - clock()) / 86400)::int as days from uploads where address = $1',
      [address],
    )
  )[0]!.days;
const logo = (value: string | null, begins?: string) => ({ fields: { displayLogo: { value } }, begins });

test('a setting uses a file from the change that names it on, also when it is replaced or planned', async () => {
  const { company, admin } = await createShop();
  const [replaced, planned] = [await upload(admin), await upload(admin)];
  expect([await usesOf(replaced), await deletionDays(replaced)]).toEqual([[], 30]);
  await admin.put(sectionUrl(company), logo(replaced));
  expect((await admin.put(sectionUrl(company), logo(planned, '2099-01-01T00:00:00Z'))).status).toBe(200);
  await admin.put(sectionUrl(company), logo(null));
  for (const address of [replaced, planned])
    expect([await usesOf(address), await deletionDays(address)]).toEqual([['setting'], null]);
});

test('a change that is rolled back leaves no use of its file', async () => {
  const { org, company, admin } = await createShop();
  const address = await upload(admin);
  await expect(
    server.query(
      `do $$ begin
         insert into setting_values (id, org_id, node_id, tpath, section, field, value)
         values (gen_random_uuid(), '${org.id}', '${company.id}', '${company.tpath}', 'ebasketDisplay', 'displayLogo', '"${address}"');
         if not exists (select from file_uses where address = '${address}') then raise 'no use was written'; end if;
         raise 'rolled back';
       end $$`,
    ),
  ).rejects.toThrow('rolled back');
  expect([await usesOf(address), await deletionDays(address)]).toEqual([[], 30]);
});

test('a file of another organisation is not used by naming it', async () => {
  const [{ company, admin }, other] = [await createShop(), await createShop()];
  const address = await upload(other.admin);
  await admin.put(sectionUrl(company), logo(address));
  expect([await usesOf(address), await deletionDays(address)]).toEqual([[], 30]);
});

test('a draft uses its files until it names others, and releases all of them with itself', async () => {
  const { company, admin } = await createShop();
  const [first, second] = [await upload(admin), await upload(admin)];
  const draft = (value: string) =>
    admin.put(sectionUrl(company, 'theme', '/draft'), { fields: { logoURL: { value } } });
  await draft(first);
  await draft(second);
  expect([await usesOf(first), await usesOf(second)]).toEqual([[], ['draft']]);
  await admin.delete(sectionUrl(company, 'theme', '/draft'));
  expect([await usesOf(second), await deletionDays(second)]).toEqual([[], 30]);
});

test('a product uses its images until it has others or is deleted', async () => {
  const { admin } = await createShop();
  const [first, second] = [await upload(admin), await upload(admin)];
  const product = await createProduct(admin, { imageUrls: [first, second] });
  expect([await usesOf(first), await usesOf(second)]).toEqual([['product'], ['product']]);
  const url = `${productsUrl}/${product.id}`;
  expect((await admin.put(url, productInput({ SKU: product.SKU, imageUrls: [second] }))).status).toBe(200);
  expect([await usesOf(first), await deletionDays(first)]).toEqual([[], 30]);
  expect([await usesOf(second), await deletionDays(second)]).toEqual([['product'], null]);
  expect((await admin.delete(url)).status).toBe(200);
  expect([await usesOf(second), await deletionDays(second)]).toEqual([[], 30]);
});

test('an import keeps the files that its rows name until they are deleted', async () => {
  const { company, admin } = await createShop();
  const address = await upload(admin);
  const { upload: uploadCsv } = importsAt('/node-management/settings/imports');
  const run = await uploadCsv(admin, toCsv([{ code: company.id, 'ebasketDisplay.displayLogo': address }]));
  expect(run.status).toBe(200);
  expect(await usesOf(address)).toEqual(['import']);
  await server.query('update import_runs set rows_until = null where id = $1', [run.body.result.id]);
  expect([await usesOf(address), await deletionDays(address)]).toEqual([[], 30]);
});

test('a file that is being deleted can no longer be used, and the change that names it is refused', async () => {
  const { company, admin } = await createShop();
  const address = await upload(admin);
  const freshClient = async () => createClient(server, admin.user);
  await server.advanceClock('31 days');
  const late = await freshClient();
  let saving: ReturnType<ApiClient['put']> | undefined;
  await deleteOrphanedUploads(
    database,
    {
      ...disk,
      async delete(path) {
        if (path === address && !saving) {
          saving = late.put(sectionUrl(company), logo(address));
          // the change waits for the transaction that deletes the file
          for (;;) {
            const [waiting] = await server.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            if (waiting) break;
          }
        }
        await disk.delete(path);
      },
    },
    (error) => {
      throw error;
    },
  );
  const { status, body } = await saving!;
  await server.advanceClock('0');
  expect([status, body.messageCode]).toEqual([400, 'file.addressInvalid']);
});

test('the migration finds the uses of earlier records, and gives every other file 30 days', async () => {
  const { org, company, admin } = await createShop();
  const [inSetting, inDraft, ofProduct, unused] = [
    await upload(admin),
    await upload(admin),
    await upload(admin),
    await upload(admin),
  ];
  await admin.put(sectionUrl(company), logo(inSetting));
  await admin.put(sectionUrl(company, 'theme', '/draft'), { fields: { logoURL: { value: inDraft } } });
  await createProduct(admin, { imageUrls: [ofProduct] });
  const triggers = await server.query<{ name: string; table: string }>(
    `select tgname as name, tgrelid::regclass::text as table from pg_trigger where tgname ~ '_files$' and not tgisinternal`,
  );
  for (const { name, table } of triggers) await server.query(`drop trigger ${name} on ${table}`);
  await server.query('drop table file_uses');
  await server.query('alter table uploads rename deletion_date to next_check_date');
  await server.query('alter index uploads_deletion rename to uploads_next_check');
  const migration = readFileSync(new URL('../../migrations/0013-file-uses.sql', import.meta.url), 'utf8');
  await server.query(migration.replaceAll(':"app"', testRoles.app).replaceAll(':"definer"', testRoles.definer));
  const uses = await server.query('select address, kind from file_uses where org_id = $1', [org.id]);
  expect(new Set(uses.map(({ address, kind }) => `${kind} ${address}`))).toEqual(
    new Set([`setting ${inSetting}`, `draft ${inDraft}`, `product ${ofProduct}`]),
  );
  expect([await deletionDays(inSetting), await deletionDays(unused)]).toEqual([null, 30]);
});
