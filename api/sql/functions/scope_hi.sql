-- The exclusive upper end of the transaction's range of tree paths; null until it is set. Without search_path, so that it is
-- inlined.
create or replace function scope_hi() returns text language sql stable return nullif(current_setting('app.hi', true), '');
