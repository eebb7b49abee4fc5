-- Counts the changes of an article, so that nobody overwrites what they have not seen.
alter table articles add version integer not null default 1;
