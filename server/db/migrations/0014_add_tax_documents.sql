CREATE TABLE "tax_document" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"financial_year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"order_number" text NOT NULL,
	"invoice_number" text,
	"is_specimen" boolean NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"total" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"credited" jsonb,
	CONSTRAINT "tax_document_sequence" UNIQUE("series","financial_year","sequence")
);
--> statement-breakpoint
CREATE TABLE "tax_document_series" (
	"series" text NOT NULL,
	"financial_year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "tax_document_series_series_financial_year_pk" PRIMARY KEY("series","financial_year")
);
--> statement-breakpoint
ALTER TABLE "tax_document" ADD CONSTRAINT "tax_document_order_number_order_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."order"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_document" ADD CONSTRAINT "tax_document_invoice_number_tax_document_number_fk" FOREIGN KEY ("invoice_number") REFERENCES "public"."tax_document"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_document_invoice" ON "tax_document" USING btree ("order_number") WHERE "tax_document"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX "tax_document_order_idx" ON "tax_document" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "tax_document_issued_idx" ON "tax_document" USING btree ("issued_at");--> statement-breakpoint
CREATE FUNCTION reject_tax_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'tax documents are append-only';
END
$$;--> statement-breakpoint
CREATE TRIGGER tax_document_append_only BEFORE UPDATE OR DELETE ON "tax_document" FOR EACH ROW EXECUTE FUNCTION reject_tax_document_change();--> statement-breakpoint
CREATE TRIGGER tax_document_not_truncated BEFORE TRUNCATE ON "tax_document" FOR EACH STATEMENT EXECUTE FUNCTION reject_tax_document_change();
