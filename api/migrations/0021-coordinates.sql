-- Where a node is on the map, in decimal degrees.
alter table nodes
  add column latitude double precision,
  add column longitude double precision,
  add constraint node_coordinates check ((latitude is null) = (longitude is null)
    and latitude between -90 and 90 and longitude between -180 and 180);
-- the map of the dashboard reads the stores of a sub-tree that have coordinates
create index node_map on nodes (org_id, tpath) include (latitude, longitude, status)
  where node_type = 'STORE' and latitude is not null and deleted_date is null;
