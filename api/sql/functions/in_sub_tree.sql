-- Whether a tree path is that of a node or of one below it, as a range, which the indexes of paths serve. Without search_path, so that
-- it is inlined.
create or replace function in_sub_tree(p_path text, p_root text) returns boolean language sql immutable
  return p_path collate "C" >= p_root and p_path collate "C" < sub_tree_end(p_root);
