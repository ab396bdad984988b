-- Whether a stored secret was entered at or after all these times. Its ciphertext stays the same where only its mode changes or a
-- rollback restores it, so the time of its oldest row counts. It may be stored above the caller's scope; nothing else of it is
-- returned.
create or replace function is_secret_newer(p_node uuid, p_section text, p_field text, p_secret jsonb, p_since timestamptz[]) returns boolean
  language sql stable security definer as $$
  select coalesce(min(s.created_date) >= all (p_since), false) from setting_values s
   where s.org_id = scope_org() and s.node_id = p_node and s.section = p_section and s.field = p_field and s.value = p_secret
$$;
