-- The host of the request whose transaction it is; null until it is set. Without search_path, so that it is inlined.
create or replace function scope_host() returns text language sql stable return nullif(current_setting('app.host', true), '');
