CREATE TABLE "edition" (
	"number" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" text NOT NULL,
	"reason" text NOT NULL,
	"restores" integer
);
--> statement-breakpoint
CREATE TABLE "edition_draft" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"reason" text NOT NULL,
	"publish_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"error" text,
	"published_edition" integer
);
--> statement-breakpoint
CREATE TABLE "edition_entry" (
	"key" text NOT NULL,
	"valid_from" integer NOT NULL,
	"valid_to" integer,
	"position" integer DEFAULT 0 NOT NULL,
	"value" jsonb NOT NULL,
	CONSTRAINT "edition_entry_key_valid_from_pk" PRIMARY KEY("key","valid_from"),
	CONSTRAINT "edition_entry_span" CHECK ("edition_entry"."valid_to" is null or "edition_entry"."valid_to" > "edition_entry"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "piece" (
	"serial" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"huid" text,
	"net_weight_mg" integer NOT NULL,
	"gross_weight_mg" integer NOT NULL,
	"state" text NOT NULL,
	"order_number" text,
	CONSTRAINT "piece_huid_unique" UNIQUE("huid")
);
--> statement-breakpoint
CREATE TABLE "stock_hold" (
	"order_number" text NOT NULL,
	"key" text NOT NULL,
	"quantity" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_hold_order_number_key_pk" PRIMARY KEY("order_number","key"),
	CONSTRAINT "stock_hold_quantity" CHECK ("stock_hold"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_level" (
	"key" text PRIMARY KEY NOT NULL,
	"on_hand" integer NOT NULL,
	CONSTRAINT "stock_level_on_hand" CHECK ("stock_level"."on_hand" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"change" integer NOT NULL,
	"cause" text NOT NULL,
	"order_number" text,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_line" ADD COLUMN "size" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_line" DROP CONSTRAINT "cart_line_user_id_type_product_id_pk";--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_user_id_type_product_id_size_pk" PRIMARY KEY("user_id","type","product_id","size");--> statement-breakpoint
ALTER TABLE "order" ADD COLUMN "edition" integer;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "size" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "order_line" ADD COLUMN "huids" text[];--> statement-breakpoint
ALTER TABLE "edition" ADD CONSTRAINT "edition_restores_edition_number_fk" FOREIGN KEY ("restores") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_draft" ADD CONSTRAINT "edition_draft_published_edition_edition_number_fk" FOREIGN KEY ("published_edition") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_entry" ADD CONSTRAINT "edition_entry_valid_from_edition_number_fk" FOREIGN KEY ("valid_from") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_entry" ADD CONSTRAINT "edition_entry_valid_to_edition_number_fk" FOREIGN KEY ("valid_to") REFERENCES "public"."edition"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_key_stock_level_key_fk" FOREIGN KEY ("key") REFERENCES "public"."stock_level"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_hold" ADD CONSTRAINT "stock_hold_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_hold" ADD CONSTRAINT "stock_hold_key_stock_level_key_fk" FOREIGN KEY ("key") REFERENCES "public"."stock_level"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_key_stock_level_key_fk" FOREIGN KEY ("key") REFERENCES "public"."stock_level"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edition_draft_next_attempt_idx" ON "edition_draft" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE UNIQUE INDEX "edition_entry_current" ON "edition_entry" USING btree ("key") WHERE "edition_entry"."valid_to" is null;--> statement-breakpoint
CREATE INDEX "edition_entry_validity_idx" ON "edition_entry" USING btree ("valid_from","valid_to");--> statement-breakpoint
CREATE INDEX "piece_key_idx" ON "piece" USING btree ("key","state");--> statement-breakpoint
CREATE INDEX "stock_hold_key_idx" ON "stock_hold" USING btree ("key","expires_at");--> statement-breakpoint
CREATE INDEX "stock_movement_key_idx" ON "stock_movement" USING btree ("key","id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_movement_sold" ON "stock_movement" USING btree ("order_number","key") WHERE "stock_movement"."cause" = 'sold';