CREATE TABLE "box_to_open" (
	"order_number" text PRIMARY KEY NOT NULL,
	"seal" text NOT NULL,
	"awb" text,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "edition" ADD COLUMN "drafted_by" text;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD COLUMN "restores" integer;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD COLUMN "scheduled_by" text;--> statement-breakpoint
ALTER TABLE "box_to_open" ADD CONSTRAINT "box_to_open_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD CONSTRAINT "edition_draft_restores_edition_number_fk" FOREIGN KEY ("restores") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_completed_idx" ON "order" USING btree ("completed_at");