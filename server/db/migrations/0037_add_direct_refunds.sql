CREATE TABLE "direct_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"unmade_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"method" text NOT NULL,
	"reference" text NOT NULL,
	"paid_on" date NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "direct_refund_unmade_id_unique" UNIQUE("unmade_id"),
	CONSTRAINT "direct_refund_amount" CHECK ("direct_refund"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "direct_refund" ADD CONSTRAINT "direct_refund_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_refund_order_idx" ON "direct_refund" USING btree ("order_number");