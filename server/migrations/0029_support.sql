CREATE TABLE "account_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"field" text NOT NULL,
	"state" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"evidence" text NOT NULL,
	"document_id" uuid,
	"proposed_by" bigint NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"note" text,
	CONSTRAINT "account_changes_state_known" CHECK ("account_changes"."state" in ('open', 'confirmed', 'declined')),
	CONSTRAINT "account_changes_field_known" CHECK ("account_changes"."field" in ('name', 'email', 'phone', 'address')),
	CONSTRAINT "account_changes_two_people" CHECK ("account_changes"."state" <> 'confirmed' or "account_changes"."decided_by" <> "account_changes"."proposed_by")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_changes_open" ON "account_changes" USING btree ("user_id","field") WHERE "account_changes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "account_changes_user" ON "account_changes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "account_changes_waiting" ON "account_changes" USING btree ("id") WHERE "account_changes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "account_changes_proposed_by" ON "account_changes" USING btree ("proposed_by");--> statement-breakpoint
CREATE INDEX "account_changes_decided_by" ON "account_changes" USING btree ("decided_by") WHERE "account_changes"."decided_by" is not null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("id") WHERE "users"."suspended_at" is not null;