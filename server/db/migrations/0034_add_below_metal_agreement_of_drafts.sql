ALTER TABLE "edition_draft" ADD COLUMN "below_metal_approval" text;--> statement-breakpoint
-- Orders that were reconciled no more while the gateway had a refund of theirs that was not final.
UPDATE "order" SET "next_reconcile_at" = now() WHERE "next_reconcile_at" IS NULL AND EXISTS (
  SELECT FROM "dashboard_refund" WHERE "order_number" = "order"."number" AND "processed_at" IS NULL AND "failed_at" IS NULL
);
