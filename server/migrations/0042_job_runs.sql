CREATE TABLE "job_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"result" text,
	"counts" jsonb NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"error" text,
	"backlog" bigint,
	"cursor" jsonb,
	"asked_by" bigint,
	CONSTRAINT "job_runs_result" CHECK (("job_runs"."ended_at" is null) = ("job_runs"."result" is null))
);
--> statement-breakpoint
CREATE TABLE "job_states" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"due_minute" integer,
	"paused_at" timestamp with time zone,
	"paused_by" bigint,
	"lates" integer DEFAULT 0 NOT NULL,
	"late_at" timestamp with time zone,
	"trouble" text,
	"trouble_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_live" ON "job_runs" USING btree ("name") WHERE "job_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "job_runs_name" ON "job_runs" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "job_runs_ended" ON "job_runs" USING btree ("ended_at");