-- Older programs would send live messages to users without increasing the users' versions, so they cannot serve on this schema.
CREATE TABLE "user_versions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
