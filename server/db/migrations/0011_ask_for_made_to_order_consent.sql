ALTER TABLE "order" ADD COLUMN "consent_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "is_made_to_order" boolean DEFAULT false NOT NULL;