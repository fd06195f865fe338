CREATE TABLE "invitation_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitation_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitation_id" bigint NOT NULL,
	"mail_id" bigint NOT NULL,
	"link_hash" text NOT NULL,
	"open_hash" text NOT NULL,
	"unsubscribe_hash" text NOT NULL,
	CONSTRAINT "invitation_mails_mail_id_unique" UNIQUE("mail_id"),
	CONSTRAINT "invitation_mails_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "invitation_mails_open_hash_unique" UNIQUE("open_hash"),
	CONSTRAINT "invitation_mails_unsubscribe_hash_unique" UNIQUE("unsubscribe_hash")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by" bigint,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"user_id" bigint,
	"resent_at" timestamp with time zone,
	"resent_by" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_key" text NOT NULL,
	"mail_id" bigint,
	"provider_id" text,
	"event" text NOT NULL,
	"description" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_events_event_key_unique" UNIQUE("event_key")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
ALTER TABLE "invitation_mails" ADD CONSTRAINT "invitation_mails_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_mails" ADD CONSTRAINT "invitation_mails_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_resent_by_users_id_fk" FOREIGN KEY ("resent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_mails_of" ON "invitation_mails" USING btree ("invitation_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_invited" ON "invitations" USING btree ("invited_at","id");--> statement-breakpoint
CREATE INDEX "invitations_user" ON "invitations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_events_of" ON "mail_events" USING btree ("mail_id","at");--> statement-breakpoint
CREATE INDEX "mail_events_provider" ON "mail_events" USING btree ("provider_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_provider_id_unique" UNIQUE("provider_id");