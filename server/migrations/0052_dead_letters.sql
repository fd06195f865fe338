CREATE TABLE "dead_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"mail_id" bigint,
	"failed_at" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL,
	"error" text
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "requeued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retention_records" ADD COLUMN "noted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dead_letters" ADD CONSTRAINT "dead_letters_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letters_work" ON "dead_letters" USING btree ("job","key");--> statement-breakpoint
CREATE INDEX "dead_letters_failed" ON "dead_letters" USING btree ("failed_at","id");--> statement-breakpoint
CREATE INDEX "dead_letters_mail" ON "dead_letters" USING btree ("mail_id");--> statement-breakpoint
-- What was given up before there was a list of it.
INSERT INTO "dead_letters" ("job", "key", "data", "mail_id", "failed_at", "tries", "error")
SELECT 'send-mails', "id"::text, jsonb_build_object('mailId', "id"), "id", "created_at", "attempts",
  left(regexp_replace("last_error", '[^\s<>@"]+@[^\s<>@"]+', 'the address', 'g'), 300)
FROM "mails" WHERE "status" = 'failed' AND "html" <> ''
  AND "kind" NOT IN ('sign-up', 'sign-up-known', 'password-reset', 'system-email-confirmation', 'application-code');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "retention_records_unnoted" ON "retention_records" USING btree ("user_id") WHERE "retention_records"."erased_at" is not null and "retention_records"."noted_at" is distinct from coalesce("retention_records"."purged_at", "retention_records"."erased_at");