-- Responses of calls that can be repeated: see src/database/responses.ts. They are personal data, which is why they are
-- removed after a day.
create table responses (
  scope text not null,
  endpoint text not null,
  key text not null,
  fingerprint text not null,
  response jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (scope, endpoint, key)
);
create index responses_oldest on responses (kept_at);
