CREATE TABLE "screening_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"possible_from" double precision NOT NULL,
	"max_age_days" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "screening_settings_one" CHECK ("screening_settings"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "case_screenings" ADD COLUMN "possible_from" double precision DEFAULT 0.8 NOT NULL;--> statement-breakpoint
ALTER TABLE "case_screenings" ADD COLUMN "seen" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_trials" ADD COLUMN "possible_from" double precision DEFAULT 0.8 NOT NULL;--> statement-breakpoint
ALTER TABLE "screening_settings" ADD CONSTRAINT "screening_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screening_settings_changed_by" ON "screening_settings" USING btree ("changed_by");