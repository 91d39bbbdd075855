ALTER TABLE "hook_deliveries" ADD COLUMN "message_id" text DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "inviter_id" text;