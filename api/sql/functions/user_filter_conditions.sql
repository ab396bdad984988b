-- SQL conditions for the filters of a user list; $2 and $3 are the path range. That of assignments is wrapped in a CASE, since the
-- planner takes it for narrower than the user's own. While the index of an order is scanned, each user
-- is checked alone: an offset keeps the condition from being turned into a join, which would lose the order.
create or replace function user_filter_conditions(p_patterns text[], p_below text, p_only jsonb, p_walk boolean) returns text
  language plpgsql stable as $$
begin
  return case when p_below is null then '' else format(' and in_sub_tree(u.tpath, %L)', p_below) end
    || case when p_only ->> 'role' is null then '' else format(
         ' and exists (select from assignments a where a.org_id = u.org_id and a.user_id = u.id and a.role_id = %L and (a.until is null or a.until > clock())%s%s)',
         p_only ->> 'role',
         case when scope_is_organisation() then '' else format(' and case when a.tpath >= %L and a.tpath < %L then true else false end', scope_lo(), scope_hi()) end
           || case when scope_hidden() = '{}' then '' else format(' and not a.tpath ^@ any (%L::text[])', scope_hidden()) end,
         case when p_walk then ' offset 0' else '' end) end
    || case when p_only ->> 'level' is null then '' else format(
         ' and exists (select from nodes n where n.org_id = u.org_id and n.id = u.node_id and n.node_type = %L%s)',
         p_only ->> 'level', case when p_walk then ' offset 0' else '' end) end
    || case p_only ->> 'status' when 'enabled' then ' and u.status' when 'disabled' then ' and not u.status'
         when 'locked' then format(
           ' and exists (select from failed_attempts l where l.org_id = u.org_id and l.user_id = u.id and l.device = '''' and l.locked_until > clock()%s)',
           case when p_walk then ' offset 0' else '' end)
         when 'invited' then ' and u.status and u.last_active = ''-infinity'''
         when 'emailUnconfirmed' then ' and u.pending_email is not null and u.pending_email_confirmed_date is null'
         when 'mailRefused' then ' and u.mail_refused_date is not null' else '' end
    || case when p_only ->> 'inactiveSince' is null then '' else format(
         ' and u.last_active < %1$L::timestamptz and u.created_date < %1$L::timestamptz', (p_only ->> 'inactiveSince')::timestamp at time zone coalesce(p_only ->> 'timeZone', 'UTC')) end
    || search_conditions('u.search_text', p_patterns);
end $$;
