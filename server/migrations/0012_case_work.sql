CREATE TABLE "case_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"author_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "assigned_to" bigint;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_case" ON "case_notes" USING btree ("case_id","id");--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("due_at","id") WHERE "cases"."state" in ('submitted', 'in_review', 'awaiting_second_approval');--> statement-breakpoint
CREATE INDEX "cases_claimed" ON "cases" USING btree ("claimed_by") WHERE "cases"."claimed_by" is not null;--> statement-breakpoint
CREATE INDEX "cases_assigned" ON "cases" USING btree ("assigned_to") WHERE "cases"."assigned_to" is not null;--> statement-breakpoint
CREATE INDEX "cases_recent" ON "cases" USING btree ("state","updated_at","id");--> statement-breakpoint
CREATE INDEX "events_milestones" ON "events" USING btree ("at","id") WHERE "events"."type" in ('user.created', 'application.begun', 'case.submitted', 'case.approved', 'case.returned', 'case.rejected');