CREATE TABLE "release_assets" (
	"name" text PRIMARY KEY NOT NULL,
	"sha256" text NOT NULL,
	"named_at" timestamp with time zone NOT NULL
);
