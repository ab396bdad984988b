-- Deletes the counts of sign-ins that are too old for any dashboard.
create or replace function delete_expired_node_counts() returns void
  language plpgsql volatile security definer as $$
begin
  delete from node_counts where kind = 'signIn' and hour < clock() - interval '400 days';
end $$;
