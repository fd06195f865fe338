CREATE TABLE "hand_offs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"phone_hash" text,
	"slots" text[] NOT NULL,
	"doc_type" text,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "hand_offs_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "hand_offs_phone_hash_unique" UNIQUE("phone_hash")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "problems" text[];--> statement-breakpoint
ALTER TABLE "hand_offs" ADD CONSTRAINT "hand_offs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hand_offs_open" ON "hand_offs" USING btree ("user_id") WHERE "hand_offs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "hand_offs_user" ON "hand_offs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "hand_offs_expires" ON "hand_offs" USING btree ("expires_at");