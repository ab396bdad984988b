-- The end, itself excluded, of the range of tree paths at and below a node: its last dot replaced by the next character. Without
-- search_path, so that it is inlined.
create or replace function sub_tree_end(p_root text) returns text language sql immutable return left(p_root, -1) || '/';
