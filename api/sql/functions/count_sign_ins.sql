-- Counts a new session as a sign-in at the node of its user and all above it; see node_counts.
create or replace function count_sign_ins() returns trigger
  language plpgsql security definer as $$
begin
  insert into node_count_changes (org_id, label, kind, hour, count)
  select s.org_id, label, 'signIn', date_trunc('hour', s.created_date, 'UTC'), count(*)
    from fresh s join users u on u.org_id = s.org_id and u.id = s.user_id
   cross join unnest(string_to_array(rtrim(u.tpath, '.'), '.')) label
   group by 1, 2, 4;
  return null;
end $$;
