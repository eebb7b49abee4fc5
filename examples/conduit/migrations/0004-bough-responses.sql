-- The responses of calls that can be repeated moved to the tables of bough-postgres, which its `migrate` makes. A call
-- that is repeated across this update runs again.
drop table responses;
