CREATE TABLE "business_people" (
	"profile_id" bigint NOT NULL,
	"role" text NOT NULL,
	"person_id" text NOT NULL,
	"position" integer NOT NULL,
	"full_name" text NOT NULL,
	"nationality" text,
	"residence_country" text,
	"ownership_hundredths" integer,
	"title" text,
	"powers" text,
	"email" text,
	CONSTRAINT "business_people_profile_id_role_person_id_pk" PRIMARY KEY("profile_id","role","person_id"),
	CONSTRAINT "business_people_ownership" CHECK (("business_people"."role" = 'owner') = ("business_people"."ownership_hundredths" is not null) and "business_people"."ownership_hundredths" between 2500 and 10000)
);
--> statement-breakpoint
CREATE TABLE "business_profiles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "business_profiles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"case_id" bigint NOT NULL,
	"legal_name" text NOT NULL,
	"registered_address" text NOT NULL,
	"registration_country" text NOT NULL,
	"company_number" text NOT NULL,
	"tax_number" text,
	"email" text,
	"registry_name" text,
	"registry_account" text,
	"bank_name" text,
	"bank_country" text NOT NULL,
	"bank_account_number" text,
	"bank_sort_code" text,
	"settlement_contact_name" text,
	"settlement_contact_email" text,
	"settlement_contact_phone" text,
	"no_ubo_reason" text,
	"user_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "business_profiles_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
DROP INDEX "documents_current";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "kind" text DEFAULT 'consumer' NOT NULL;--> statement-breakpoint
ALTER TABLE "business_people" ADD CONSTRAINT "business_people_profile_id_business_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."business_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_profiles" ADD CONSTRAINT "business_profiles_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_profiles_company" ON "business_profiles" USING btree ("registration_country","company_number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_current" ON "documents" USING btree ("user_id","kind","slot") WHERE "documents"."superseded_at" is null and ("documents"."slot" <> 'other' or "documents"."kind" = 'business');