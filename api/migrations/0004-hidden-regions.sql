-- What hangs on a node that the host of a request does not show is as hidden as the node. The condition is part of those for
-- the scope: the planner counts each policy as even odds.
alter policy sub on nodes using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on users using (case when (tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[])) or id = (select scope_user()) then true else false end);
alter policy sub on assignments using (case when (tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[])) or user_id = (select scope_user()) then true else false end);
alter policy sub on audit using (case when ((tpath >= (select scope_lo()) and tpath < (select scope_hi())) or actor_id = (select scope_user()))
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on setting_changes using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on setting_values using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on setting_drafts using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on devices using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on webhooks using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
alter policy sub on webhook_messages using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[]) then true else false end);
-- the rows of a run name nodes that the portal of the run shows, so it is listed where the same nodes are shown
alter policy sub on import_runs using (case when tpath >= (select scope_lo()) and tpath < (select scope_hi())
  and not tpath ^@ any ((select scope_hidden())::text[])
  and ((select scope_hidden()) = '{}' or hidden_region(host) = hidden_region((select scope_host())))
  then true else false end);
