// The tables, and the trigger that gives positions. It runs at commit, in one order for all transactions, and holds the
// counters until the commit is visible. So positions follow the commits and have no gaps.
import type { Queryable } from "./pool.ts";

/** The name of the notifications. Their payload is a hash of topic and channel; without one, all channels wake. */
export const NOTIFICATION = "bough_events";

// One statement, because a pool runs each on another connection.
const SCHEMA = `do $bough$
begin
  perform pg_advisory_xact_lock(hashtextextended('bough', 0));

  create table if not exists bough_channels (
    topic text not null,
    channel text not null,
    last bigint not null default 0,
    published_at timestamptz,
    start uuid,
    primary key (topic, channel)
  );

  create table if not exists bough_events (
    number bigint generated always as identity primary key,
    topic text not null,
    channel text not null,
    position bigint,
    published_at timestamptz,
    wakes boolean not null default true,
    transaction xid8 not null default pg_current_xact_id(),
    data text not null,
    bytes integer not null generated always as (octet_length(data)) stored
  );
  create unique index if not exists bough_events_position on bough_events (topic, channel, position);
  create index if not exists bough_events_age on bough_events (topic, published_at, position);
  create index if not exists bough_events_new on bough_events (transaction) where position is null;

  create or replace function bough_give_positions() returns trigger
  language plpgsql set search_path from current as $trigger$
  declare
    news record;
    counter record;
  begin
    for news in
      select topic, channel, count(*) as events, bool_or(wakes) as wakes from bough_events
      where transaction = pg_current_xact_id() and position is null
      group by topic, channel order by topic collate "C", channel collate "C"
    loop
      insert into bough_channels as known (topic, channel, last, published_at)
      values (news.topic, news.channel, news.events, clock_timestamp())
      on conflict (topic, channel) do update
      set last = known.last + excluded.last,
        published_at = greatest(known.published_at, clock_timestamp())
      returning last, published_at into counter;

      update bough_events event
      set position = counter.last - news.events + ranked.rank, published_at = counter.published_at
      from (
        select number, row_number() over (order by number) as rank from bough_events
        where transaction = pg_current_xact_id() and position is null
          and topic = news.topic and channel = news.channel
      ) ranked
      where event.number = ranked.number;

      if news.wakes then
        perform pg_notify('${NOTIFICATION}', md5(news.topic || E'\\n' || news.channel));
      end if;
    end loop;
    return null;
  end $trigger$;

  if not exists (select from pg_trigger where tgrelid = 'bough_events'::regclass and tgname = 'bough_positions') then
    create constraint trigger bough_positions after insert on bough_events
    deferrable initially deferred for each row execute function bough_give_positions();
  end if;

  create table if not exists bough_responses (
    scope text not null,
    endpoint text not null,
    key text not null,
    fingerprint text not null,
    response text not null,
    kept_at timestamptz not null default now(),
    primary key (scope, endpoint, key)
  );
  create index if not exists bough_responses_age on bough_responses (kept_at);
end $bough$`;

/**
 * Creates the tables of topics and of the store of idempotency keys, unless they exist: `bough_events`,
 * `bough_channels` and `bough_responses`, in the first schema of the search path. Several processes may call it at once.
 */
export async function migrate(pool: Queryable): Promise<void> {
  await pool.query(SCHEMA);
}
