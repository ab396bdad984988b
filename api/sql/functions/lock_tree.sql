-- Locks the tree of the organisation until the end of the transaction: exclusively for a move, which changes the paths of a whole
-- sub-tree, and shared for everything that writes into the tree.
create or replace function lock_tree(p_alone boolean) returns void
  language plpgsql volatile as $$
begin
  if p_alone then perform pg_advisory_xact_lock(hashtextextended(scope_org()::text, 12));
  else perform pg_advisory_xact_lock_shared(hashtextextended(scope_org()::text, 12));
  end if;
end $$;
