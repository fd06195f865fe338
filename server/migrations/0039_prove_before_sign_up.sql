CREATE TABLE "idp_sign_ups" (
	"uid" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text,
	"token_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"proven_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idp_sign_ups_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "idp_sign_ups_expires" ON "idp_sign_ups" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "idp_links" DROP COLUMN "browser_hash";