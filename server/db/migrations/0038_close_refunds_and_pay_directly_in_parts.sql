CREATE TABLE "closed_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"refund_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "closed_refund_amount" CHECK ("closed_refund"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "direct_refund" DROP CONSTRAINT "direct_refund_unmade_id_unique";--> statement-breakpoint
ALTER TABLE "closed_refund" ADD CONSTRAINT "closed_refund_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closed_refund_order_idx" ON "closed_refund" USING btree ("order_number");