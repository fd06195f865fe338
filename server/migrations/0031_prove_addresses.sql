CREATE TABLE "applicant_codes" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"kind" text,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applicant_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applicants" ALTER COLUMN "token_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "applicants" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applicants" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "applicants" ADD COLUMN "reminded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "idp_links" ADD COLUMN "browser_hash" text;--> statement-breakpoint
ALTER TABLE "applicant_sessions" ADD CONSTRAINT "applicant_sessions_user_id_applicants_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."applicants"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applicant_codes_expires" ON "applicant_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "applicant_sessions_user" ON "applicant_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "applicants_proven_email" ON "applicants" USING btree (lower("email" collate "C")) WHERE "applicants"."proven_at" is not null;--> statement-breakpoint
INSERT INTO "applicant_sessions" ("token_hash", "user_id", "created_at") SELECT "token_hash", "user_id", "created_at" FROM "applicants" WHERE "token_hash" IS NOT NULL;--> statement-breakpoint
UPDATE "cases" SET "due_at" = NULL FROM "users" WHERE "users"."id" = "cases"."user_id" AND "cases"."state" = 'submitted' AND "cases"."claimed_by" IS NULL AND "cases"."assigned_to" IS NULL AND "users"."issuer" <> 'applicant' AND "users"."email_confirmed_at" IS NULL AND "users"."former_email" IS NULL;
