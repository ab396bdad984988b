-- Users are sorted by their name in the order of its script: the family name comes first in Chinese and Japanese characters, whose
-- parts contain no spaces. Foreign names in katakana keep the first name in front.
alter table users no force row level security;
do $$
declare
  expected bigint;
  changed bigint;
begin
  create temporary table reordered on commit drop as
    select u.org_id, u.id from users u
     where u.first_name <> '' and u.last_name <> ''
       and u.first_name || u.last_name ~ '^[\u3005\u3006\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$'
       and u.first_name || u.last_name !~ '^[\u30a0-\u30ff]+$';
  get diagnostics expected = row_count;
  update users u set name_norm = split_part(u.name_norm, ' ', 2) || ' ' || split_part(u.name_norm, ' ', 1)
    from reordered r where r.org_id = u.org_id and r.id = u.id;
  get diagnostics changed = row_count;
  if changed <> expected then
    raise exception '% of % names were sorted anew', changed, expected;
  end if;
end $$;
alter table users force row level security;
