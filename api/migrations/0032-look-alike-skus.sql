-- What a SKU looks like: without invisible characters, with one dash, and with Latin letters for Cyrillic and Greek ones of the same
-- shape. It marks products whose SKUs people confuse; none is refused for it.
alter table products add column sku_shape text collate "C" not null generated always as (translate(sku_norm,
  U&'\2010\2011\2012\2013\2014\2015\2212' ||
  U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0455\0456\0458\04BB\04CF\051B\051D' ||
  U&'\03B1\03B2\03B5\03B6\03B7\03B9\03BA\03BC\03BD\03BF\03C1\03C4\03C5\03C7' ||
  U&'\00AD\034F\061C\180E\200B\200C\200D\200E\200F\2060\2061\2062\2063\2064\FEFF\FE00\FE01\FE02\FE03\FE04\FE05\FE06\FE07\FE08\FE09\FE0A\FE0B\FE0C\FE0D\FE0E\FE0F',
  '-------' || 'abekmhopctyxsijhlqw' || 'abezhikmnoptyx')) stored;
create index product_shapes on products (org_id, sku_shape, id) where deleted_date is null;
