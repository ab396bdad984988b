-- Since when a stored secret applies, if it was entered at or after all these times and its path is still that of its entry; null
-- otherwise. Its ciphertext stays the same where only its mode changes or a rollback restores it, so its oldest row counts. It may be
-- stored above the actor's scope; nothing else of it is returned.
create or replace function secret_entry_date(p_node uuid, p_section text, p_field text, p_secret jsonb, p_since timestamptz[])
  returns timestamptz language plpgsql stable security definer as $$
begin
  return (select greatest(entry.created_date, entry.valid_from)
      from (select s.org_id, s.tpath, s.created_date, s.valid_from from setting_values s
             where s.org_id = scope_org() and s.node_id = p_node and s.section = p_section and s.field = p_field and s.value = p_secret
             order by s.created_date, s.valid_from limit 1) entry
     where entry.created_date >= all (p_since)
       and not exists (select from nodes n where n.org_id = entry.org_id and n.tpath = any (path_prefixes(entry.tpath))
                          and n.moved_date >= entry.created_date));
end $$;
