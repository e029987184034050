CREATE TABLE "shop_particulars" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"street" text NOT NULL,
	"gstin" text,
	"are_taxes_confirmed" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_particulars_one" CHECK ("shop_particulars"."id" = 1)
);
