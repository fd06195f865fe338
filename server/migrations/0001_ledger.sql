-- The events table is append-only, and each row is chained by hash to the one before in its lane.
-- Lanes (64, by the person concerned) let different people's events commit side by side; event_lanes holds each head.

CREATE FUNCTION event_digest(e events) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(coalesce(e.prev_hash, ''::bytea) || convert_to(jsonb_build_array(
    e.lane, e.seq, e.id, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.type, e.actor_kind,
    e.actor_id, e.user_id, e.case_id, e.subject, e.before, e.after, to_jsonb(e.reasons), e.note, e.ip, e.request_id
  )::text, 'UTF8'))
$$;
--> statement-breakpoint
CREATE FUNCTION chain_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  head event_lanes%ROWTYPE;
BEGIN
  NEW.lane := coalesce(NEW.user_id, 0) % 64;
  INSERT INTO event_lanes (lane, seq, hash) VALUES (NEW.lane, 0, ''::bytea) ON CONFLICT (lane) DO NOTHING;
  SELECT * INTO head FROM event_lanes WHERE lane = NEW.lane FOR UPDATE;
  NEW.seq := head.seq + 1;
  NEW.prev_hash := head.hash;
  NEW.hash := event_digest(NEW);
  UPDATE event_lanes SET seq = NEW.seq, hash = NEW.hash WHERE lane = NEW.lane;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_chain BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION chain_event();
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE UNIQUE INDEX events_lane_seq ON events (lane, seq);
