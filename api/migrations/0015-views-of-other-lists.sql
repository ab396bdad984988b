-- Views of other lists than that of users.
alter table user_views add column list text not null default 'users' check (list in ('users', 'products'));
drop index "userView.nameTaken";
create unique index "userView.nameTaken" on user_views (org_id, owner_id, list, name_norm);
