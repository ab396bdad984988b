-- Uploads whose last use was removed are deleted 30 days later. They are locked first: of two transactions that each remove one of the
-- last two uses, the second then sees that none is left.
create or replace function release_unused_uploads() returns trigger
  language plpgsql security definer as $$
begin
  perform from uploads u where (u.org_id, u.address) in (select g.org_id, g.address from gone g)
    order by u.org_id, u.address for no key update;
  update uploads u set deletion_date = clock() + interval '30 days'
   where (u.org_id, u.address) in (select g.org_id, g.address from gone g)
     and not exists (select from file_uses f where f.org_id = u.org_id and f.address = u.address);
  return null;
end $$;
