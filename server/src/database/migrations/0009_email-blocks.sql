CREATE TABLE "email_blocks" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
