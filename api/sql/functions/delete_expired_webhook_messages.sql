-- Deletes webhook messages of all organisations a month after they were sent or given up, and beyond the newest 20,000 of a
-- webhook.
create or replace function delete_expired_webhook_messages() returns void
  language plpgsql volatile security definer as $$
begin
  delete from webhook_messages where next_try is null and created_date <= clock() - interval '30 days';
  delete from webhook_messages m using (
    select x.id from (select id, row_number() over (partition by webhook_id order by created_date desc, id desc) as rank from webhook_messages where next_try is null) x
     where x.rank > 20000) old
   where m.id = old.id and m.next_try is null;
end $$;
