-- The tree paths within the transaction's range that the portal of the request does not show, with everything below them; empty
-- until they are set. Without search_path, so that it is inlined.
create or replace function scope_hidden() returns text[] language sql stable
  return coalesce(nullif(current_setting('app.hidden', true), ''), '{}')::text[];
