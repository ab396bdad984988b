-- Who entered the address in effect, unless the owner has: null once the owner has chosen a password by a link to it, confirmed it or
-- accepted it. Who entered the addresses of today is not known.
alter table users add column email_by uuid;

-- A secret word and PIN that were chosen with the user end with the first own password; as the audit has it, they were not replaced.
alter table users no force row level security;
alter table audit no force row level security;
with chosen_by_others as (
  select u.id, coalesce(c.after ? 'secretWord', false) and not bool_or(coalesce(p.after ? 'secretWord', false)) as word,
         coalesce(c.after ? 'pin', false) and not bool_or(coalesce(p.after ? 'pin', false)) as pin
    from users u
    join audit c on c.org_id = u.org_id and c.entity_id = u.id and c.action = 'user.created'
    left join audit p on p.org_id = u.org_id and p.entity_id = u.id and p.action = 'user.profileUpdated'
   where u.manual_password and (u.secret_word_hash is not null or u.pin_hash is not null)
   group by u.id, c.id
)
update users u set secret_word_hash = case when not c.word then u.secret_word_hash end, pin_hash = case when not c.pin then u.pin_hash end
  from chosen_by_others c where c.id = u.id and (c.word or c.pin);
alter table users force row level security;
alter table audit force row level security;
