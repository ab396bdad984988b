-- The ids of the users, nodes, roles, products and service accounts that match a search of the audit. With row-level security the trigram index is not used
-- and every user and node would be compared for each entry; here each is looked up once. Only records within the actor's scope
-- are returned. Deleted records are included, since the audit still names them.
create or replace function audit_subject_ids(p_pattern text) returns setof uuid
  language plpgsql stable security definer rows 1000 as $$
declare
  one text;
  gone text;
begin
  foreach one in array array['users', 'nodes'] loop
    foreach gone in array array['is null', 'is not null'] loop
      return query execute format('select x.id from %I x where x.org_id = $1 and x.deleted_date %s', one, gone)
        || search_conditions('x.search_text', string_to_array(p_pattern, e'\n'))
        || case when scope_is_organisation() then '' else ' and (x.tpath >= $2 and x.tpath < $3 or x.id = $4)' end || ' and not x.tpath ^@ any ($5)'
        using scope_org(), scope_lo(), scope_hi(), scope_user(), scope_hidden();
    end loop;
  end loop;
  return query execute 'select r.id from roles r where r.org_id = $1'
    || search_conditions('case r.search_text when '''' then r.name_norm else r.search_text end', string_to_array(p_pattern, e'\n')) using scope_org();
  return query execute 'select s.id from service_accounts s where s.org_id = $1 and s.tpath >= $2 and s.tpath < $3 and not s.tpath ^@ any ($4)'
    || search_conditions('s.name_norm', string_to_array(p_pattern, e'\n')) using scope_org(), scope_lo(), scope_hi(), scope_hidden();
  foreach gone in array array['is null', 'is not null'] loop
    return query execute format('select p.id from products p where p.org_id = $1 and p.deleted_date %s', gone)
      || search_conditions('p.search_text', string_to_array(p_pattern, e'\n')) using scope_org();
  end loop;
end $$;
