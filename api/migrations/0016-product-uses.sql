-- The SKUs of the products that a value names.
alter table setting_values add column skus text[] collate "C" not null default '{}';
create index setting_value_skus on setting_values using gin (skus) where skus <> '{}' and ended_date is null;
