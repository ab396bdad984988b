/** A kind and name of a database object, such as `policy base on nodes`, and the hash of its definition. */
export type Catalogue = Readonly<Record<string, string>>;

/** The objects of a migrated database; the definitions are texts of PostgreSQL, which another major version words differently. */
export type RecordedCatalogue = { readonly server: number; readonly objects: Catalogue };

/** Kinds of objects of which further ones on our tables change who may read or write what. */
const exclusiveKinds = /^(policy|trigger) /;

/**
 * The policies, row-level security, privileges, functions, triggers and constraints of the database. Roles are named by their
 * part in the installation, so that two installations have the same hashes. Any role may run it.
 */
export const catalogueSql = `
  with definer as materialized (
    select proowner as oid from pg_proc where proname = 'open_session' and pronamespace = 'public'::regnamespace
  ), app as materialized (
    select named as oid from pg_policy, unnest(polroles) named
     where polname = 'base' and named <> coalesce((select oid from definer), 0)
     group by named order by count(*) desc, named limit 1
  ), tables as materialized (
    select oid, relname::text as name, relkind, relacl, relrowsecurity, relforcerowsecurity from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  ), part (oid, name) as materialized (
    select oid, 'app' from app union all select oid, 'definer' from definer union all select 0, 'public'
  ), object (name, definition) as (
    select 'row-level security of ' || name, concat(relrowsecurity, relforcerowsecurity) from tables where relkind = 'r'
    union all
    select format('policy %s on %s', polname, t.name),
           concat_ws('|', polpermissive, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
             (select string_agg(coalesce(part.name, named::regrole::text), ',' order by coalesce(part.name, named::regrole::text))
                from unnest(polroles) named left join part on part.oid = named))
      from pg_policy join tables t on t.oid = polrelid
    union all
    select 'privileges on ' || t.name,
           (select string_agg(concat_ws(' ', part.name, a.privilege_type, g.column_name), ',' order by part.name, a.privilege_type, g.column_name)
              from (select t.relacl as acl, null as column_name
                    union all select attacl, attname::text from pg_attribute where attrelid = t.oid and attacl is not null) g
              cross join aclexplode(g.acl) a join part on part.oid = a.grantee)
      from tables t
    union all
    select 'function ' || p.proname,
           concat_ws('|', pg_get_functiondef(p.oid), coalesce((select part.name from part where part.oid = p.proowner), 'owner'),
             (select string_agg(part.name, ',' order by part.name) from aclexplode(p.proacl) a join part on part.oid = a.grantee))
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('trigger %s on %s', tgname, t.name), concat(tgenabled, pg_get_triggerdef(g.oid))
      from pg_trigger g join tables t on t.oid = tgrelid where not tgisinternal
    union all
    select format('constraint %s on %s', conname, t.name), concat(convalidated, pg_get_constraintdef(c.oid))
      from pg_constraint c join tables t on t.oid = conrelid where contype in ('p', 'u', 'f', 'c', 'x')
  )
  select current_setting('server_version_num')::int / 10000 as server, name, md5(coalesce(definition, '')) as hash from object
   where name not in ('privileges on migrations', 'privileges on release')`;

export type CatalogueRow = { readonly server: number; readonly name: string; readonly hash: string };

/** The catalogue of the rows of `catalogueSql`. */
export const catalogueOf = (rows: readonly CatalogueRow[]): RecordedCatalogue => ({
  server: rows[0]?.server ?? 0,
  objects: Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
});

/** What differs from the recorded catalogue, by name; of another major version of PostgreSQL only names are compared. */
export function catalogueDifferences(recorded: RecordedCatalogue, found: RecordedCatalogue): string[] {
  const comparable = recorded.server === found.server;
  const lost = Object.entries(recorded.objects).flatMap(([name, hash]) => {
    const current = found.objects[name];
    if (current === undefined) return [`${name} is missing`];
    return comparable && current !== hash ? [`${name} differs`] : [];
  });
  const added = Object.keys(found.objects).filter((name) => exclusiveKinds.test(name) && !(name in recorded.objects));
  return [...lost, ...added.map((name) => `${name} does not belong to it`)];
}
