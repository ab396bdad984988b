-- Which of these nodes, products or users are used, anywhere in the organisation: what an import has created and somebody has used since
-- is kept by its undo. Row-level security would hide the shared views below the actor and what the portal of the request hides.
create or replace function records_in_use(p_kind text, p_ids uuid[]) returns setof uuid
  language plpgsql stable security definer rows 10 as $$
begin
  case p_kind
  when 'node' then return query
    select n.id from nodes n where n.org_id = scope_org() and n.id = any(p_ids) and (
         exists (select from nodes c where c.org_id = n.org_id and c.parent_id = n.id and c.deleted_date is null)
      or exists (select from users u where u.org_id = n.org_id and u.node_id = n.id and u.deleted_date is null)
      or exists (select from assignments a where a.org_id = n.org_id and a.node_id = n.id)
      or exists (select from devices d where d.org_id = n.org_id and d.node_id = n.id and d.deleted_date is null)
      -- planned ones included; one that was taken back is none
      or exists (select from setting_values v where v.org_id = n.org_id and v.node_id = n.id and is_current_or_planned(v))
      or exists (select from setting_drafts d where d.org_id = n.org_id and d.node_id = n.id)
      or exists (select from webhooks w where w.org_id = n.org_id and w.node_id = n.id)
      or exists (select from service_accounts s where s.org_id = n.org_id and s.node_id = n.id and s.revoked_date is null)
      or exists (select from portal_hosts h where h.org_id = n.org_id and h.theme_node_id = n.id)
      or exists (select from user_views w where w.org_id = n.org_id and w.node_id = n.id)
      or exists (select from import_runs r where r.org_id = n.org_id and r.node_id = n.id));
  when 'product' then return query
    select p.id from products p where p.org_id = scope_org() and p.id = any(p_ids) and (
         exists (select from setting_values v where v.org_id = p.org_id and v.skus <> '{}' and v.skus && array[p.sku] and is_current_or_planned(v))
      -- a draft has its SKUs where their fields have them, alone or in a list
      or exists (select from setting_drafts d, jsonb_path_query(d.draft, '$.** ? (@.type() == "string")') text
                  where d.org_id = p.org_id and p.sku = any(text #>> '{}' || string_to_array(text #>> '{}', ','))));
  when 'user' then return query
    select u.id from users u where u.org_id = scope_org() and u.id = any(p_ids) and (
         u.password_hash is not null or u.last_active > '-infinity'
      or exists (select from assignments a where a.org_id = u.org_id and a.user_id = u.id and a.position > 0)
      or exists (select from organisations o where o.org_id = u.org_id and o.administrator_id = u.id)
      or exists (select from user_views w where w.org_id = u.org_id and w.owner_id = u.id));
  end case;
end $$;
