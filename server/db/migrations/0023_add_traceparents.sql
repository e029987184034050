ALTER TABLE "email_outbox" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD COLUMN "traceparent" text;