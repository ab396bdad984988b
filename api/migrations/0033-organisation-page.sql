-- Replaced by organisation_page, which has exact matches first. No released version had it.
drop function if exists list_organisations(text, text, boolean, int, int);
