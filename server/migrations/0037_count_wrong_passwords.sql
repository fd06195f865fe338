CREATE TABLE "idp_devices" (
	"account_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idp_devices_account_id_device_hash_pk" PRIMARY KEY("account_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "idp_tries" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"forget_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idp_devices" ADD CONSTRAINT "idp_devices_account_id_idp_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."idp_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idp_devices_seen" ON "idp_devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "idp_tries_forget" ON "idp_tries" USING btree ("forget_at");