psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres --set password="$PINS_PASSWORD" <<'SQL'
create role pins login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
create database pins owner pins;
create role analyst nologin;
alter role analyst set statement_timeout = '60s';
alter role analyst set default_transaction_read_only = on;
create role workspace_analyst nologin;
alter role workspace_analyst set statement_timeout = '60s';
alter role workspace_analyst set default_transaction_read_only = on;
revoke all on database pins from public;
revoke connect on database postgres from public;
SQL
