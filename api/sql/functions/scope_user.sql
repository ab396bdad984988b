-- The user of the transaction's scope; null until it is set. Without search_path, so that it is inlined.
create or replace function scope_user() returns uuid language sql stable return nullif(current_setting('app.user', true), '')::uuid;
