-- The operation of a stored value on its list; 'mode' if it only restricts the nodes below. Without search_path, so that it is inlined.
create or replace function list_action(p_value jsonb) returns text language sql immutable
  return coalesce(p_value ->> 'action', case when jsonb_typeof(p_value -> 'order') = 'array' then 'order' else 'mode' end);
