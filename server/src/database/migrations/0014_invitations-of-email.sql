DROP INDEX "pending_invitations_of_email";--> statement-breakpoint
CREATE INDEX "invitations_of_email" ON "invitations" USING btree ("email");