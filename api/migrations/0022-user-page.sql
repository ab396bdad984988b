-- Replaced by user_page, which returns the number of users found with the page. No release had it.
drop function if exists page_of_users(text[], text, jsonb, text, boolean, text, uuid, int, int);
