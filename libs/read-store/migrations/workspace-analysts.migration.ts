import type { RepeatableMigration, VersionedMigration } from './migration';

/** Logins that see some workspaces only: which ones, and which projects an organization has. */
export const workspaceAnalystsMigration: VersionedMigration = {
  name: 'read-store/012-workspace-analysts',
  up: async (tx) => {
    await tx.raw(`
      create table read_store.project_organization (project_id uuid primary key, organization_id uuid not null);
      create index on read_store.project_organization (organization_id);
      create table read_store.analyst_workspace (
        login name not null,
        workspace_id uuid not null,
        granted_at timestamptz not null default now(),
        primary key (login, workspace_id));
      do $$
      begin
        create role workspace_analyst nologin;
      exception when others then
        raise notice 'the role workspace_analyst was not made: %', sqlerrm;
      end $$;
      do $$
      begin
        grant usage on schema analytics to workspace_analyst;
        grant select on analytics.projection_status to workspace_analyst;
      exception when undefined_object then
        raise notice 'there is no role workspace_analyst to grant anything to';
      end $$;`);
  },
};

/**
 * The workspaces whose rows the views of analysts show in this session: null = all. A member of workspace_analyst sees those that were granted
 * to its login, everybody else all; app.workspace narrows either to one workspace, and never widens it.
 */
export const visibleWorkspacesMigration: RepeatableMigration = {
  name: 'read-store/visible-workspaces',
  sql: `
create or replace function read_store.visible_workspaces() returns uuid[]
language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp as $$
declare
  setting text := coalesce(current_setting('app.workspace', true), '');
  wanted uuid;
  granted uuid[];
  is_limited boolean := exists (select from pg_roles where rolname = 'workspace_analyst')
    and not exists (select from pg_roles where rolname = session_user and rolsuper)
    -- The owner of this function made the role, and is its member by that.
    and session_user <> current_user
    and pg_has_role(session_user, 'workspace_analyst', 'member');
begin
  if setting <> '' then
    if setting !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      raise exception 'app.workspace has to be the id of a project or an organization' using errcode = '22023';
    end if;
    wanted := setting::uuid;
  end if;
  if is_limited then
    select coalesce(array_agg(id), '{}') into granted from (
      select workspace_id as id from read_store.analyst_workspace where login = session_user
      union
      select project_id from read_store.project_organization
      where organization_id in (select workspace_id from read_store.analyst_workspace where login = session_user)) as each;
    if wanted is null then return granted; end if;
    if not wanted = any(granted) then return '{}'; end if;
  end if;
  if wanted is null then return null; end if;
  return wanted || array(select project_id from read_store.project_organization where organization_id = wanted);
end $$;
comment on function read_store.visible_workspaces() is
  'Projects and organizations whose rows analysts see in this session; null = all. See docs/analytics.md.';
`,
};
