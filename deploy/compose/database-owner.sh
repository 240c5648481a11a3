psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres --set password="$PINS_PASSWORD" --set grafana="$GRAFANA_PASSWORD" <<'SQL'
create role pins login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
create database pins owner pins;
create role analyst nologin;
alter role analyst set statement_timeout = '60s';
alter role analyst set default_transaction_read_only = on;
create role workspace_analyst nologin;
alter role workspace_analyst set statement_timeout = '60s';
alter role workspace_analyst set default_transaction_read_only = on;
revoke all on database pins from public;
grant connect on database pins to analyst, workspace_analyst;
create role grafana login password :'grafana' in role analyst;
alter role grafana set statement_timeout = '60s';
alter role grafana set default_transaction_read_only = on;
revoke connect on database postgres from public;
SQL
