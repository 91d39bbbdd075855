CREATE TABLE "site" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_fingerprint" "bytea" NOT NULL,
	"oldest_schema" text NOT NULL,
	CONSTRAINT "one_site" CHECK ("site"."id" = 1)
);
