CREATE TABLE "case_skips" (
	"case_id" bigint NOT NULL,
	"reviewer_id" bigint NOT NULL,
	"skipped_at" timestamp with time zone NOT NULL,
	CONSTRAINT "case_skips_case_id_reviewer_id_pk" PRIMARY KEY("case_id","reviewer_id")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about_user_id" bigint;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about_kind" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "urgent_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "task" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_skips" ADD CONSTRAINT "case_skips_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_skips" ADD CONSTRAINT "case_skips_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_skips_reviewer" ON "case_skips" USING btree ("reviewer_id");--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_about_user_id_users_id_fk" FOREIGN KEY ("about_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_task" ON "notices" USING btree ("task") WHERE "notices"."task" is not null and "notices"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "notices_about" ON "notices" USING btree ("about_user_id") WHERE "notices"."about_user_id" is not null;