CREATE TABLE "sanctions_fetches" (
	"source" text PRIMARY KEY NOT NULL,
	"url" text,
	"etag" text,
	"last_modified" text,
	"renewed_at" timestamp with time zone,
	"failure" text,
	"tried_at" timestamp with time zone NOT NULL
);
