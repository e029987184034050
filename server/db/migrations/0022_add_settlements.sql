CREATE TABLE "settlement_explanation" (
	"difference" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"explained_by" text NOT NULL,
	"explained_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_item" (
	"settlement_id" text NOT NULL,
	"entity_id" text NOT NULL,
	"type" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"debit" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"utr" text NOT NULL,
	CONSTRAINT "settlement_item_settlement_id_entity_id_pk" PRIMARY KEY("settlement_id","entity_id")
);
--> statement-breakpoint
ALTER TABLE "daily_job" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "settlement_item_settled_idx" ON "settlement_item" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "settlement_item_entity_idx" ON "settlement_item" USING btree ("entity_id");--> statement-breakpoint
CREATE INDEX "payment_observed_idx" ON "payment" USING btree ("observed_at");