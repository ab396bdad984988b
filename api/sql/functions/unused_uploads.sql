-- Uploads of any organisation whose deletion is due, which no record uses. Each is due again tomorrow unless its record is deleted.
create or replace function unused_uploads(p_most int) returns table (org_id uuid, address text)
  language plpgsql volatile security definer rows 10 as $$
#variable_conflict use_column
begin
  return query
    update uploads u set deletion_date = clock() + interval '1 day'
      from (select d.org_id, d.address from uploads d
             where d.deletion_date <= clock() and not exists (select from file_uses f where f.org_id = d.org_id and f.address = d.address)
             order by d.deletion_date limit p_most for update skip locked) due
     where u.org_id = due.org_id and u.address = due.address
    returning u.org_id, u.address;
end $$;
