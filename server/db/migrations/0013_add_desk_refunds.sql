CREATE TABLE "desk_refund" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"extra" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"gateway_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "desk_refund_gateway_refund_id_unique" UNIQUE("gateway_refund_id"),
	CONSTRAINT "desk_refund_amount" CHECK ("desk_refund"."amount" > 0 and "desk_refund"."extra" >= 0)
);
--> statement-breakpoint
ALTER TABLE "desk_refund" ADD CONSTRAINT "desk_refund_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_refund_order_idx" ON "desk_refund" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "desk_refund_next_attempt_idx" ON "desk_refund" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "desk_refund_requested_idx" ON "desk_refund" USING btree ("order_number") WHERE "desk_refund"."state" = 'requested';