-- The words of a text, as before, and without the Arabic article, which is written in one with its word: whoever types a name
-- with or without it finds both. Not in the name of God, nor before a single letter, as in the screening.
CREATE OR REPLACE FUNCTION search_words(typed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select regexp_replace(' ' || btrim(regexp_replace(search_fold(typed),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f]+', ' ', 'g')),
    ' (?:\u0627\u0644(?!\u0644[\u0647\u06c1](?: |$))(?=[^ ]{2}))+', ' ', 'g')
$$;
--> statement-breakpoint
-- Writes the next entries that still have an article, and says whether there may be more. One that someone is changing is left
-- to them, because they write it without.
CREATE FUNCTION fill_words_without_article(size integer) RETURNS boolean LANGUAGE sql AS $$
  WITH next AS (
    SELECT kind, subject FROM search_entries
    WHERE words LIKE U&'% \0627\0644%' AND words <> search_words(words) LIMIT size FOR UPDATE SKIP LOCKED
  ), done AS (
    UPDATE search_entries e SET words = search_words(e.words) FROM next n
    WHERE e.kind = n.kind AND e.subject = n.subject RETURNING 1
  )
  SELECT count(*) = size FROM done
$$;
--> statement-breakpoint
SELECT fill_words_without_article(1000) AS more;
