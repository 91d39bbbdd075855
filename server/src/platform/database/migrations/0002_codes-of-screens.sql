CREATE TABLE "board_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"board_id" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "board_codes_by_expiry" ON "board_codes" USING btree ("expires_at");