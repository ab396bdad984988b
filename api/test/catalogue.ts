import pg from 'pg';
import { currentRoles } from '../src/platform/database/schema/database-roles.ts';

/** Everything that a database consists of, but for its rows: one line per object or property, with neutral names of roles. */
export async function catalogue(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const roles = await currentRoles(client);
    const { rows } = await client.query<{ line: string }>(lines);
    return rows
      .map(({ line }) => (roles ? line.replaceAll(roles.app, 'APP').replaceAll(roles.definer, 'DEFINER') : line))
      .sort();
  } finally {
    await client.end();
  }
}

const lines = `
  with object as (
    select oid, relname as name, relkind, relowner, relacl from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
  ), privilege as (
    select 'relation ' || name as object, a.* from object, aclexplode(relacl) a
    union all
    select format('column %s.%s', attrelid::regclass, attname), a.*
      from pg_attribute join object o on o.oid = attrelid, aclexplode(attacl) a
    union all
    select 'function ' || p.oid::regprocedure, a.* from pg_proc p, aclexplode(proacl) a where pronamespace = 'public'::regnamespace
    union all
    select 'schema public', a.* from pg_namespace, aclexplode(nspacl) a where nspname = 'public'
  )
  select concat_ws(' | ', 'relation', name, c.relkind, pg_get_userbyid(c.relowner), relpersistence, relrowsecurity, relforcerowsecurity,
           reloptions, obj_description(c.oid)) as line
    from object o join pg_class c on c.oid = o.oid
  union all
  select concat_ws(' | ', 'column', o.name, row_number() over (partition by o.oid order by attnum), attname,
           format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull, attidentity, attgenerated, attstorage,
           pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
    from pg_attribute a join object o on o.oid = attrelid and relkind = 'r'
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
   where attnum > 0 and not attisdropped
  union all
  select concat_ws(' | ', 'constraint', o.name, conname, pg_get_constraintdef(k.oid), convalidated, condeferrable, conindid::regclass,
           obj_description(k.oid))
    from pg_constraint k join object o on o.oid = conrelid
  union all
  select concat_ws(' | ', 'index', o.name, pg_get_indexdef(indexrelid), indisvalid, indisclustered, indisreplident, obj_description(indexrelid))
    from pg_index join object o on o.oid = indrelid
  union all
  select concat_ws(' | ', 'trigger', o.name, pg_get_triggerdef(t.oid), tgenabled, obj_description(t.oid))
    from pg_trigger t join object o on o.oid = tgrelid where not tgisinternal
  union all
  select concat_ws(' | ', 'policy', o.name, polname, polcmd, polpermissive,
           (select string_agg(rolname, ', ' order by rolname) from pg_roles where oid = any (polroles)),
           pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    from pg_policy join object o on o.oid = polrelid
  union all
  select concat_ws(' | ', 'function', p.oid::regprocedure, pg_get_userbyid(proowner), pg_get_functiondef(p.oid), obj_description(p.oid))
    from pg_proc p
   where pronamespace = 'public'::regnamespace and prokind <> 'a'
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select concat_ws(' | ', 'privilege', object, privilege_type, is_grantable, coalesce(g.rolname, 'public'), pg_get_userbyid(grantor))
    from privilege left join pg_roles g on g.oid = grantee
  union all
  select concat_ws(' | ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
    from pg_sequence join object o on o.oid = seqrelid
  union all
  select concat_ws(' | ', 'extension', extname, extnamespace::regnamespace) from pg_extension where extname <> 'plpgsql'
  union all
  select concat_ws(' | ', 'type', typname, typtype) from pg_type
   where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
  union all
  select concat_ws(' | ', 'default privilege', pg_get_userbyid(defaclrole), defaclacl) from pg_default_acl`;
