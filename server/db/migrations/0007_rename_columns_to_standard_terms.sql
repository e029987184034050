ALTER TABLE "mail_outbox" RENAME COLUMN "occasion" TO "dedupe_key";--> statement-breakpoint
ALTER TABLE "order" RENAME COLUMN "next_check_at" TO "next_reconcile_at";--> statement-breakpoint
ALTER TABLE "order" RENAME COLUMN "checks" TO "reconcile_attempts";--> statement-breakpoint
ALTER TABLE "order" RENAME COLUMN "refused_since" TO "rejected_since";--> statement-breakpoint
ALTER TABLE "payment" RENAME COLUMN "seen_at" TO "observed_at";--> statement-breakpoint
ALTER TABLE "payment" RENAME COLUMN "is_late" TO "is_after_price_expiry";--> statement-breakpoint
ALTER TABLE "dashboard_refund" RENAME COLUMN "booked_at" TO "recorded_at";--> statement-breakpoint
ALTER TABLE "order_event" RENAME COLUMN "what" TO "event";--> statement-breakpoint
ALTER TABLE "order_event" RENAME COLUMN "by" TO "source";--> statement-breakpoint
ALTER TABLE "webhook_event" RENAME COLUMN "worked_at" TO "processed_at";--> statement-breakpoint
ALTER TABLE "mail_outbox" RENAME TO "email_outbox";--> statement-breakpoint
ALTER TABLE "piece" RENAME TO "serial_item";--> statement-breakpoint
ALTER TABLE "email_outbox" RENAME CONSTRAINT "mail_outbox_pkey" TO "email_outbox_pkey";--> statement-breakpoint
ALTER TABLE "serial_item" RENAME CONSTRAINT "piece_pkey" TO "serial_item_pkey";--> statement-breakpoint
ALTER TABLE "serial_item" RENAME CONSTRAINT "piece_huid_unique" TO "serial_item_huid_unique";--> statement-breakpoint
ALTER TABLE "serial_item" RENAME CONSTRAINT "piece_key_stock_level_key_fk" TO "serial_item_key_stock_level_key_fk";--> statement-breakpoint
ALTER TABLE "serial_item" RENAME CONSTRAINT "piece_order_number_order_number_fk" TO "serial_item_order_number_order_number_fk";--> statement-breakpoint
ALTER INDEX "mail_outbox_next_attempt_idx" RENAME TO "email_outbox_next_attempt_idx";--> statement-breakpoint
ALTER INDEX "mail_outbox_created_idx" RENAME TO "email_outbox_created_idx";--> statement-breakpoint
ALTER INDEX "order_next_check_idx" RENAME TO "order_next_reconcile_idx";--> statement-breakpoint
ALTER INDEX "piece_key_idx" RENAME TO "serial_item_key_idx";--> statement-breakpoint
ALTER FUNCTION refuse_change() RENAME TO reject_change;--> statement-breakpoint
-- Ledger events and a key of their details get the terms of payments. The append-only trigger must be off meanwhile.
ALTER TABLE "order_event" DISABLE TRIGGER "order_event_append_only";--> statement-breakpoint
UPDATE "order_event" SET
  "event" = CASE "event"
    WHEN 'payment seen' THEN 'payment observed'
    WHEN 'declined' THEN 'payment failed'
    WHEN 'refund owed' THEN 'refund due'
    WHEN 'part returned' THEN 'partially refunded'
    WHEN 'money returned' THEN 'refunded'
  END,
  "detail" = CASE
    WHEN "detail" ? 'declinedFor'
    THEN ("detail" - 'declinedFor') || jsonb_build_object('failureReason', "detail" -> 'declinedFor')
    ELSE "detail"
  END
WHERE "event" IN ('payment seen', 'declined', 'refund owed', 'part returned', 'money returned');--> statement-breakpoint
ALTER TABLE "order_event" ENABLE TRIGGER "order_event_append_only";
--> statement-breakpoint
UPDATE "refund" SET "reason" = 'the order was closed' WHERE "reason" = 'the order had expired';--> statement-breakpoint
UPDATE "serial_item" SET "state" = 'written off' WHERE "state" = 'gone';
