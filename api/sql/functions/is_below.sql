-- Whether a tree path is that of a node below another one: in_sub_tree without the node itself.
create or replace function is_below(p_path text, p_root text) returns boolean language sql immutable
  return p_path collate "C" > p_root and p_path collate "C" < sub_tree_end(p_root);
