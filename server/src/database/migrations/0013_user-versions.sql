-- Older programs would tell users without increasing their versions, so they cannot serve on this schema.
CREATE TABLE "user_versions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
