-- blocks: nobody: 128 new heads are added to event_lanes, and a function is replaced
-- Events of an invoice or a client that belong to nobody's record had one lane together, lane 0, and waited for each other.
-- Each goes into one of 64 lanes of its own kind now, by its subject; events that are there keep their lanes.
INSERT INTO event_lanes (lane, seq, hash) SELECT lane, 0, ''::bytea FROM generate_series(64, 191) AS lane ON CONFLICT (lane) DO NOTHING;
--> statement-breakpoint
-- It moves the head with the rights of the tables' owner, so that a process needs none to do so by itself.
CREATE OR REPLACE FUNCTION chain_event() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  head event_lanes%ROWTYPE;
BEGIN
  NEW.lane := CASE
    WHEN NEW.user_id IS NOT NULL THEN NEW.user_id % 64
    WHEN NEW.subject LIKE 'invoice:%' THEN 64 + get_byte(sha256(convert_to(NEW.subject, 'UTF8')), 0) % 64
    WHEN NEW.subject LIKE 'client:%' THEN 128 + get_byte(sha256(convert_to(NEW.subject, 'UTF8')), 0) % 64
    ELSE 0
  END;
  SELECT * INTO STRICT head FROM event_lanes WHERE lane = NEW.lane FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW.prev_hash := head.hash;
  NEW.hash := event_digest(NEW);
  UPDATE event_lanes SET seq = NEW.seq, hash = NEW.hash WHERE lane = NEW.lane;
  RETURN NEW;
END
$$;
