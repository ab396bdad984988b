-- Whether a value of a setting applies now or begins later, and was not taken back. Without search_path, so that it is inlined.
create or replace function is_current_or_planned(p_value setting_values) returns boolean language sql stable
  return p_value.ended_date is null and (p_value.valid_until is null or p_value.valid_until > clock());
