-- The calendar reads the changes that were planned: few of all.
create index setting_changes_planned on setting_changes (org_id, begins) where begins > created_date and withdrawn_date is null;
