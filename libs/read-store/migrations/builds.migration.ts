import type { VersionedMigration } from './migration';

/** A projection may be built twice at once; facts that a projection was told to pass over; what analysts may read. */
export const buildsMigration: VersionedMigration = {
  name: 'read-store/002-builds-skipped-facts-analytics',
  up: async (tx) => {
    await tx.raw(`
      alter table service.checkpoint
        add column build int not null default 1,
        add column on_reaching text not null default 'switch' check (on_reaching in ('switch', 'switch_even_if_different', 'keep')),
        add column finding text,
        add column stopped_fact jsonb,
        add column tables text[],
        add column level_at timestamptz not null default now(),
        drop constraint checkpoint_pkey,
        add primary key (kind, name, version, build);
      create unique index checkpoint_one_serves on service.checkpoint (name) where kind = 'projection' and serving;
      create sequence service.projection_build start 2;
      create table service.skipped_fact (
        projection text not null,
        version int not null,
        position bigint not null,
        fact_id text not null,
        fact_type text not null,
        stream text not null,
        error text not null,
        reason text not null,
        skipped_by text not null,
        skipped_at timestamptz not null default now(),
        primary key (projection, version, position));
      create schema analytics;
      comment on schema analytics is 'What analysts may read: one view for each table of the read models.';
      do $$
      begin
        create role analyst nologin;
        alter role analyst set statement_timeout = '60s';
        alter role analyst set default_transaction_read_only = on;
      exception when others then
        raise notice 'the role analyst was not made: %', sqlerrm;
      end $$;
      do $$
      begin
        grant usage on schema analytics to analyst;
        alter default privileges in schema analytics grant select on tables to analyst;
      exception when undefined_object then
        raise notice 'there is no role analyst to grant anything to';
      end $$;
      create view analytics.projection_status as
        select name as projection, version, build,
          case when stopped_error is not null then 'stopped' when serving then 'serving' else 'building' end as state,
          position,
          (select max(other.position) from service.checkpoint other where other.kind = 'projection') - position as behind,
          extract(epoch from clock_timestamp() - level_at)::double precision as lag_seconds,
          level_at,
          updated_at
        from service.checkpoint where kind = 'projection';
      comment on view analytics.projection_status is 'How far each read model has come; ask it before you trust a number.';
      comment on column analytics.projection_status.projection is 'Name of the read model.';
      comment on column analytics.projection_status.version is 'Version of its rules.';
      comment on column analytics.projection_status.build is 'Which build of that version; more than one exists while it is rebuilt.';
      comment on column analytics.projection_status.state is 'serving, building (beside the one that serves) or stopped (by a fact it cannot take).';
      comment on column analytics.projection_status.position is 'Last position of the log that it has taken in.';
      comment on column analytics.projection_status.behind is 'Distance in the log to the read model that has come furthest; 0 = level. Not a number of events.';
      comment on column analytics.projection_status.lag_seconds is 'Seconds for which facts may be missing from it at most; below 3 while all is well.';
      comment on column analytics.projection_status.level_at is 'Every fact stored before this moment has been taken in (UTC).';
      comment on column analytics.projection_status.updated_at is 'When it last took something in (UTC).';`);
  },
};
