CREATE TABLE "draft_nudges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"day" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draft_nudges_once" UNIQUE("user_id","kind","saved_at","day")
);
--> statement-breakpoint
CREATE TABLE "nudge_opt_outs" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_nudges" ADD CONSTRAINT "draft_nudges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nudge_opt_outs" ADD CONSTRAINT "nudge_opt_outs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_nudges_user" ON "draft_nudges" USING btree ("user_id");