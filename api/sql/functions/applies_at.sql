-- Whether the period of a setting's value includes a time. A value that has ended may have applied then. Without search_path, so that
-- it is inlined, which needs a p_at that is cheap: a parameter or a column, no call of clock().
create or replace function applies_at(p_value setting_values, p_at timestamptz) returns boolean language sql immutable
  return p_value.valid_from <= p_at and (p_value.valid_until is null or p_value.valid_until > p_at);
