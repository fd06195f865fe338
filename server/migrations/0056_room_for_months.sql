-- blocks: readers and writers of events for a moment; where their turn doesn't come within 5 s, the start fails and is to be repeated
-- Bounds of the numbers that events have so far, so that their table can become one of several without being read under a lock.
SET LOCAL lock_timeout = '5s';
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_first_band" CHECK ("id" >= 0 AND "id" < 10000000000) NOT VALID;
