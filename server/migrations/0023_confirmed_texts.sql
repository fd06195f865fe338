ALTER TABLE "certifications" ADD COLUMN "text_confirmed" boolean;--> statement-breakpoint
-- Nothing said until now which risk disclosure was shown; a statement was refused where its rules were others.
UPDATE "certifications" SET "text_confirmed" = coalesce("additional_data" ? 'rulesVersion', false)
WHERE "certification_type" IN ('risk_disclosure', 'investor_category');
