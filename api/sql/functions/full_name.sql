-- A person's name in the order of its script, as contract/src/full-names.ts puts it. Null if both parts are empty.
create or replace function full_name(p_first text, p_last text) returns text
  language sql immutable parallel safe as $$
  select nullif(trim(case when p_first || p_last ~ '^[\u3005\u3006\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+$'
                           and p_first || p_last !~ '^[\u30a0-\u30ff]+$'
                          then p_last || ' ' || p_first else p_first || ' ' || p_last end), '');
$$;
