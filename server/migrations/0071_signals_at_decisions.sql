-- blocks: writers of events for the moment in which the trigger is added
-- Counts the signals of a decision by what was decided on their items, in the month in London (decision 060). Nothing is filled: no
-- event of before names any.
CREATE FUNCTION figures_follow_signals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_figures (name, day, n)
    SELECT concat_ws('.', 'signal', s->>'name', s->>'version', s->>'look', s->>'decision'),
      date_trunc('month', NEW.at AT TIME ZONE 'Europe/London')::date, count(*)
    FROM jsonb_array_elements(NEW.after->'signals') s
    WHERE s->>'look' IN ('agrees', 'look_closer') AND s->>'decision' IN ('accepted', 'retry', 'final')
    GROUP BY 1;
  RETURN null;
END
$$;
--> statement-breakpoint
CREATE TRIGGER figures_signals AFTER INSERT ON events FOR EACH ROW
  WHEN (NEW.type IN ('case.approved', 'case.returned', 'case.rejected') AND NEW.after->'signals' IS NOT NULL)
  EXECUTE FUNCTION figures_follow_signals();
