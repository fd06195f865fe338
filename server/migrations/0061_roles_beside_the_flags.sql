ALTER TABLE "users" ADD COLUMN "roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_with_roles" ON "users" USING btree ("id") WHERE "users"."roles" <> '{}';