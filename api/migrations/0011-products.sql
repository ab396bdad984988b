-- The products of an organisation.
create table products (
  id           uuid primary key,
  org_id       uuid not null references nodes (id),
  sku          text collate "C" not null,
  -- lower case and without accents, for searching and sorting
  sku_norm     text collate "C" not null,
  -- the first description, empty if there is none
  name         text not null,
  name_norm    text collate "C" not null,
  -- the search form of the names in all languages, a line break, and that of the SKU
  search_text  text collate "C" not null,
  descriptions jsonb not null default '[]',
  image_urls   text[] collate "C" not null default '{}',
  price        numeric(15, 3),
  currency     text check (currency ~ '^[A-Z]{3}$'),
  vat_class    text check (vat_class in ('standard', 'reduced', 'zero', 'exempt')),
  status       boolean not null default true,
  tags         text[] not null default '{}',
  created_date timestamptz not null default now(),
  created_by   uuid,
  updated_date timestamptz not null default now(),
  updated_by   uuid,
  version      integer not null default 1,
  deleted_date timestamptz,
  unique (org_id, id),
  check ((price is null) = (currency is null))
);
create unique index "product.skuTaken" on products (org_id, sku) where deleted_date is null;
create index product_skus on products (org_id, sku_norm, id) where deleted_date is null;
create index product_names on products (org_id, name_norm, id) where deleted_date is null;
create index product_changes on products (org_id, updated_date, id) where deleted_date is null;
create index product_search on products using gin (search_text gin_trgm_ops) where deleted_date is null;
create index product_images on products using gin (image_urls) where image_urls <> '{}';
alter table products enable row level security, force row level security;
create policy base on products to :"app", :"definer" using (true) with check (true);
create policy org on products as restrictive to :"app"
  using (case when org_id = (select scope_org()) then true else false end);
grant select, insert, update on products to :"app";
grant select on products to :"definer";
