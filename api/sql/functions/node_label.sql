-- A number in base 36, as a label of tree paths.
create or replace function node_label(number bigint) returns text
  language plpgsql immutable strict as $$
declare
  digits constant text := '0123456789abcdefghijklmnopqrstuvwxyz';
  rest bigint := number;
  label text := '';
begin
  loop
    label := substr(digits, (rest % 36)::int + 1, 1) || label;
    rest := rest / 36;
    exit when rest = 0;
  end loop;
  return label;
end $$;
