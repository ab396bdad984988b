import type pg from 'pg';
import { mailData, type MailVariables } from '../../mails/queries.ts';
import { type AssociatedData, encryption, type Encryption } from '../../platform/security/encryption.ts';
import {
  type EncryptedSecret,
  installationEncryption,
  keyData,
  organisationEncryption,
} from '../../settings/secrets.ts';
import { secretOwner } from '../../webhooks/queries.ts';

/** How many values were re-encrypted, and how many could not be decrypted. */
export type Reencrypted = { readonly reencrypted: number; readonly failed: number };

/** A decrypted key of an organisation, by its id. */
type Keys = ReadonlyMap<string, Encryption>;

const batchSize = 1000;

/**
 * Re-encrypts the organisations' keys and the queued mails with the current secret key. While the installation may hold
 * values without associated data, all secrets get theirs, and once none is left, such values are no longer accepted.
 */
export async function reencrypt(owner: pg.Client, secret: Uint8Array, previous?: Uint8Array): Promise<Reencrypted> {
  await owner.query('begin');
  try {
    const { rows } = await owner.query('select from unbound_encryption');
    const unbound = rows.length > 0;
    // a transaction that has read a secret and copies it later would write an earlier value back, so the lock waits for it to end
    if (unbound) await owner.query('lock table secret_keys, setting_values, webhooks in access exclusive mode');
    await owner.query(
      `select set_config('role', pg_get_userbyid(proowner), true) from pg_proc where proname = 'open_session'`,
    );
    const count = counter(unbound);
    const keys = await reencryptKeys(owner, installationEncryption(secret, previous), count);
    if (unbound) {
      await reencryptSettings(owner, keys, count);
      await reencryptWebhooks(owner, keys, count);
    }
    await reencryptMails(owner, encryption('mails', secret, previous), count);
    await owner.query('reset role');
    if (unbound && count.failed === 0) await refuseUnbound(owner);
    await owner.query('commit');
    return { reencrypted: count.reencrypted, failed: count.failed };
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Decrypts and encrypts one value, and counts it; undefined if it cannot be decrypted. */
type Counter = { reencrypted: number; failed: number; anew: (value: Ciphertext) => Buffer | undefined };
type Ciphertext = {
  readonly encryption: Encryption | undefined;
  readonly encrypted: Uint8Array;
  readonly data: AssociatedData;
};

const counter = (unbound: boolean): Counter => ({
  reencrypted: 0,
  failed: 0,
  anew({ encryption: cipher, encrypted, data }) {
    const text = cipher?.decrypt(encrypted, data, unbound);
    if (text === undefined) this.failed += 1;
    else this.reencrypted += 1;
    return text === undefined ? undefined : cipher!.encrypt(text, data);
  },
});

async function reencryptKeys(owner: pg.Client, installation: Encryption, count: Counter): Promise<Keys> {
  const keys = new Map<string, Encryption>();
  const { rows } = await owner.query<{ org: string; id: string; encrypted: Buffer }>(
    'select org_id as org, id, encrypted_key as encrypted from secret_keys for update',
  );
  for (const { org, id, encrypted } of rows) {
    const data = keyData(org, id);
    const renewed = count.anew({ encryption: installation, encrypted, data });
    if (!renewed) continue;
    keys.set(id, organisationEncryption(installation.decrypt(renewed, data, false)!));
    await owner.query('update secret_keys set encrypted_key = $3 where org_id = $1 and id = $2', [org, id, renewed]);
  }
  return keys;
}

/** Copies of one ciphertext, as a rollback creates them, stay equal. */
async function reencryptSettings(owner: pg.Client, keys: Keys, count: Counter): Promise<void> {
  type Row = { id: string; org: string; section: string; field: string; value: EncryptedSecret };
  const renewed = new Map<string, string | undefined>();
  for (let last = '00000000-0000-0000-0000-000000000000', more = true; more;) {
    const { rows } = await owner.query<Row>(
      `select id, org_id as org, section, field, value from setting_values
        where id > $1 and jsonb_typeof(value) = 'object' and value ?& '{key,sealed}' order by id limit ${batchSize}`,
      [last],
    );
    for (const { org, section, field, value } of rows) {
      const { key, sealed } = value;
      if (renewed.has(sealed)) continue;
      const data = { organisation: org, section, field };
      const value64 = count.anew({ encryption: keys.get(key), encrypted: Buffer.from(sealed, 'base64'), data });
      renewed.set(sealed, value64?.toString('base64'));
    }
    const changes = rows.flatMap(({ id, value: { key, sealed } }) => {
      const next = renewed.get(sealed);
      return next === undefined ? [] : [{ id, value: { key, sealed: next } }];
    });
    await owner.query(
      `update setting_values v set value = x.value from jsonb_to_recordset($1::jsonb) x(id uuid, value jsonb) where v.id = x.id`,
      [JSON.stringify(changes)],
    );
    more = rows.length === batchSize;
    last = rows.at(-1)?.id ?? last;
  }
}

async function reencryptWebhooks(owner: pg.Client, keys: Keys, count: Counter): Promise<void> {
  for (const [keyColumn, column] of [
    ['secret_key', 'secret'],
    ['old_secret_key', 'old_secret'],
  ] as const) {
    const { rows } = await owner.query<{ org: string; id: string; key: string; secret: string }>(
      `select org_id as org, id, ${keyColumn} as key, ${column} as secret from webhooks where ${column} is not null`,
    );
    for (const { org, id, key, secret } of rows) {
      const data = { organisation: org, ...secretOwner(id) };
      const renewed = count.anew({ encryption: keys.get(key), encrypted: Buffer.from(secret, 'base64'), data });
      const values = [org, id, renewed?.toString('base64')];
      if (renewed) await owner.query(`update webhooks set ${column} = $3 where org_id = $1 and id = $2`, values);
    }
  }
}

async function reencryptMails(owner: pg.Client, mailEncryption: Encryption, count: Counter): Promise<void> {
  type Row = { id: string; org: string; userId: string; kind: keyof MailVariables; to: string; encrypted: Buffer };
  const { rows } = await owner.query<Row>(
    `select id, org_id as org, user_id as "userId", kind, to_address as "to", encrypted_content as encrypted
       from mails where encrypted_content is not null for update`,
  );
  for (const { id, org, encrypted, ...mail } of rows) {
    const renewed = count.anew({ encryption: mailEncryption, encrypted, data: mailData(org, mail) });
    if (renewed) await owner.query('update mails set encrypted_content = $2 where id = $1', [id, renewed]);
  }
}

/** Makes the table refuse every row, since a row permits values without associated data; only its owner can undo this. */
async function refuseUnbound(owner: pg.Client): Promise<void> {
  await owner.query('delete from unbound_encryption');
  await owner.query('alter table unbound_encryption add constraint "encryption.unboundRefused" check (false)');
}
