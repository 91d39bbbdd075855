-- From now on, a notice stores the parts of its sentence. Older programs cannot compose it, so they cannot serve on this schema.
ALTER TABLE "notices" ADD COLUMN "recipient_role" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "count" integer;