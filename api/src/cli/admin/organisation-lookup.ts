import type pg from 'pg';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';

/** The organisation that a command is run for. */
export type FoundOrganisation = {
  readonly id: string;
  readonly name: string;
  readonly tpath: string;
  readonly isGlobal: boolean;
  /** The portal's own host; null for the platform's. */
  readonly host: string | null;
  readonly domainName: string;
};

/** Finds an organisation by its code or exact name, or the platform without one; undefined if there is no platform yet. */
export async function findOrganisation(
  owner: pg.Client,
  codeOrName: string | undefined,
): Promise<FoundOrganisation | undefined> {
  const all = await listOrganisations(owner);
  if (codeOrName === undefined) return all.find(({ isGlobal }) => isGlobal);
  const key = codeOrName.trim().toLowerCase();
  const found = all.filter(({ isGlobal, code, name }) => !isGlobal && [code, name].some((text) => isSame(text, key)));
  if (found.length === 1) return found[0];
  const codes = all.filter(({ isGlobal }) => !isGlobal).map(({ code, name }) => `  ${code}  ${name}`);
  throw new ConfigurationError(
    found.length > 1
      ? `Several organisations are called ${codeOrName}: name one by its code.\n${codes.join('\n')}`
      : codes.length > 0
        ? `There is no organisation ${codeOrName}. There are:\n${codes.join('\n')}`
        : `There is no organisation ${codeOrName}, since there is none at all yet. Leave out --organisation for the whole installation.`,
  );
}

const isSame = (text: string, key: string) => text.toLowerCase() === key;

/**
 * All organisations in use, read as the role that owns the security definer functions, which row-level security does
 * not restrict.
 */
async function listOrganisations(owner: pg.Client): Promise<(FoundOrganisation & { readonly code: string })[]> {
  await owner.query('begin');
  try {
    await owner.query(
      `select set_config('role', pg_get_userbyid(proowner), true) from pg_proc where proname = 'open_session'`,
    );
    const { rows } = await owner.query<FoundOrganisation & { code: string }>(
      `select n.id, n.name, n.tpath, n.node_type = 'GLOBAL' as "isGlobal", o.code,
              (select h.host from portal_hosts h where h.org_id = n.id order by h.is_url desc, h.host limit 1) as host,
              coalesce((select d.domain_name from domains d where d.org_id = n.id order by d.is_default desc, d.domain_name limit 1), '') as "domainName"
         from organisations o join nodes n on n.id = o.org_id where n.deleted_date is null order by o.code`,
    );
    return rows;
  } finally {
    await owner.query('rollback');
  }
}
