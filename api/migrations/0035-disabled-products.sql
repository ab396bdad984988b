-- Disabled products are few among many: without an index a list of them goes through the products of all organisations.
create index if not exists product_disabled on products (org_id, name_norm, id) where deleted_date is null and not status;
