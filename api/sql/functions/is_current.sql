-- Whether a value of a setting applies now: the one home of that rule, next to applies_at. Without search_path, so that it is inlined
-- and the index of values that have not ended serves it.
create or replace function is_current(p_value setting_values) returns boolean language sql stable
  return p_value.ended_date is null and p_value.valid_from <= clock() and (p_value.valid_until is null or p_value.valid_until > clock());
