CREATE TABLE "screening_trials" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screening_trials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text,
	"lists" jsonb NOT NULL,
	"matcher" integer NOT NULL,
	"seed" integer NOT NULL,
	"figures" jsonb
);
--> statement-breakpoint
CREATE UNIQUE INDEX "screening_trials_running" ON "screening_trials" USING btree (("ended_at" is null)) WHERE "screening_trials"."ended_at" is null;