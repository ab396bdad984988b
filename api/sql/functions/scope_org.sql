-- The organisation of the transaction's scope; null until it is set. Without search_path, so that it is inlined.
create or replace function scope_org() returns uuid language sql stable return nullif(current_setting('app.org', true), '')::uuid;
