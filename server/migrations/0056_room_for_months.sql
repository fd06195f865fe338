-- blocks: readers and writers of events for a moment
-- Bounds of the numbers that events have so far, so that their table can become one of several without being read under a lock.
ALTER TABLE "events" ADD CONSTRAINT "events_first_band" CHECK ("id" >= 0 AND "id" < 10000000000) NOT VALID;
