-- E-mail addresses are compared by ASCII case and the spelling of their domain alone; until now also without accents, so that the
-- recovery of one user mailed another. Names those that counted as one address; nothing is changed.
alter table users no force row level security;
do $$
declare
  found record;
begin
  for found in
    select o.name as organisation, string_agg(u.user_name || ' <' || u.email_id || '>', ', ' order by u.user_name) as users
      from users u join nodes o on o.id = u.org_id
     where u.deleted_date is null
     group by o.id, o.name, u.domain_name, u.email_norm having count(distinct lower(u.email_id collate "C")) > 1
  loop
    raise warning 'The e-mail addresses of these users of % counted as one, and differ now: %', found.organisation, found.users;
  end loop;
end $$;
alter table users force row level security;
