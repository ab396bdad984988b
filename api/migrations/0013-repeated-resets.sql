-- With which request a link was used up: whoever sends that very one again, because its answer was lost, is answered again.
alter table reset_tokens add column used_with bytea;
