#!/bin/sh
# Creates the owner of the database and the role that the application connects as, at the first start of the database.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --set=owner_password="$OWNER_PASSWORD" --set=portal_password="$PORTAL_PASSWORD" <<'SQL'
create role storeward_owner login createrole password :'owner_password';
create database storeward owner storeward_owner;
set role storeward_owner;
create role portal login password :'portal_password';
SQL
