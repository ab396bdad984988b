-- Keys of the words of a product; null if a search compares the product itself.
alter table products add column search_keys int[];
create index product_keys on products using gin (search_keys) where deleted_date is null;
create index product_without_keys on products (org_id) where deleted_date is null and search_keys is null;
drop function if exists page_of_products(text[], text, text, jsonb, text, boolean, text, uuid, int, int);
drop function if exists count_products(text[], text, jsonb, int);
