import { ApiProperty } from '@nestjs/swagger';
import { PERIODICITIES, type OrganizationDoc, type PdfOptions, type Periodicity } from '#contracts';
import { hints } from '#billing';
import { Address, AddressBody } from '../address.js';
import { DateRange, Email, ListQuery, Nested, Text, type DateRangeInput } from '#http';

const optional = { optional: true, nullable: true } as const;

export class CreateOrganization {
  @Text({ max: 100, description: 'Commercial name', example: 'Escuela Kemper' })
  name!: string;
}

/** Fiscal data as sent. The service says what is missing, all of it at once. */
export class LegalBody {
  @ApiProperty({ required: true })
  @Text({ optional: true, max: 100, description: 'Commercial name' })
  name?: string;
  @ApiProperty({ required: true })
  @Text({ optional: true, max: 100, description: 'Legal name without the corporate regime' })
  legal_name?: string;
  @Text({
    ...optional,
    min: 0,
    max: 13,
    description: 'RFC for the sandbox certificate of the Test environment; in Live it comes from the CSD',
  })
  tax_id?: string | null;
  @ApiProperty({ required: true })
  @Text({
    optional: true,
    exact: 3,
    description: 'Key of the fiscal regime',
    example: '601',
    hint: hints.tax_system,
  })
  tax_system?: string;
  @ApiProperty({ required: true, type: () => AddressBody })
  @Nested(() => AddressBody, { optional: true, description: 'Fiscal address; its zip is required' })
  address?: AddressBody;
  @Text({ ...optional, min: 0, max: 60 })
  phone?: string | null;
  @Text({ ...optional, min: 0, max: 255 })
  website?: string | null;
  @Email(optional)
  support_email?: string | null;
  @Text({ ...optional, min: 0, max: 18 })
  curp?: string | null;
}

export class ListOrganizations extends ListQuery {
  @Text({ optional: true, max: 200, description: 'Part of the name, the legal name or the RFC' })
  q?: string;
  @DateRange({ optional: true, description: 'When the organization was created' })
  date?: DateRangeInput;
}

const nullableText = { type: String, nullable: true } as const;
const nullableInstant = { type: String, format: 'date-time', nullable: true } as const;

class PendingStep {
  @ApiProperty({ enum: ['legal', 'logo', 'certificate', 'manifiesto'], description: 'Which' }) type!: string;
  @ApiProperty({ description: 'In words, in Spanish' }) description!: string;
}

class Legal {
  @ApiProperty({ description: 'Commercial name' }) name!: string;
  @ApiProperty(nullableText) legal_name!: string | null;
  @ApiProperty(nullableText) tax_id!: string | null;
  @ApiProperty(nullableText) tax_system!: string | null;
  @ApiProperty({ type: () => Address }) address!: Address;
  @ApiProperty(nullableText) phone!: string | null;
  @ApiProperty(nullableText) website!: string | null;
  @ApiProperty(nullableText) support_email!: string | null;
  @ApiProperty(nullableText) curp!: string | null;
}

class DefaultSeries {
  @ApiProperty(nullableText) I!: string | null;
  @ApiProperty(nullableText) E!: string | null;
  @ApiProperty(nullableText) P!: string | null;
  @ApiProperty(nullableText) N!: string | null;
  @ApiProperty(nullableText) T!: string | null;
}

class Customization {
  @ApiProperty({ description: 'Six hexadecimal digits' }) color!: string;
  @ApiProperty() has_logo!: boolean;
  @ApiProperty() next_folio_number!: number;
  @ApiProperty() next_folio_number_test!: number;
  @ApiProperty({ type: Object }) pdf_extra!: PdfOptions;
  @ApiProperty({ type: () => DefaultSeries }) default_series!: DefaultSeries;
}

class Certificate {
  @ApiProperty() has_certificate!: boolean;
  @ApiProperty(nullableInstant) updated_at!: string | null;
  @ApiProperty(nullableInstant) expires_at!: string | null;
  @ApiProperty(nullableText) serial_number!: string | null;
}

class ReceiptSettings {
  @ApiProperty({ enum: PERIODICITIES }) periodicity!: Periodicity;
  @ApiProperty() duration_days!: number;
  @ApiProperty({ description: 'Whether open receipts are invoiced globally at the end of each period' })
  auto_global_invoice!: boolean;
  @ApiProperty() next_folio_number!: number;
  @ApiProperty() next_folio_number_test!: number;
}

class SelfInvoiceSettings {
  @ApiProperty({ type: [String] }) allowed_cfdi_uses!: string[];
  @ApiProperty() apply_resico_isr!: boolean;
  @ApiProperty(nullableText) support_email!: string | null;
  @ApiProperty() support_email_verified!: boolean;
}

/** An organization as answered. */
export class Organization implements OrganizationDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty({ ...nullableText, deprecated: true }) plan!: null;
  @ApiProperty({ type: [String] }) add_ons!: string[];
  @ApiProperty() is_production_ready!: boolean;
  @ApiProperty({ type: () => [PendingStep] }) pending_steps!: PendingStep[];
  @ApiProperty(nullableText) logo_url!: string | null;
  @ApiProperty(nullableText) domain!: string | null;
  @ApiProperty(nullableText) custom_domain!: string | null;
  @ApiProperty({ description: 'IANA time zone of the address' }) timezone!: string;
  @ApiProperty({ type: () => Legal }) legal!: Legal;
  @ApiProperty({ type: () => Customization }) customization!: Customization;
  @ApiProperty({ type: () => Certificate }) certificate!: Certificate;
  @ApiProperty({ type: () => Certificate }) fiel!: Certificate;
  @ApiProperty({ type: () => ReceiptSettings }) receipts!: ReceiptSettings;
  @ApiProperty({ type: () => SelfInvoiceSettings }) self_invoice!: SelfInvoiceSettings;
  @ApiProperty({ type: Object, nullable: true }) pending_plan_update!: null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    required: false,
    description: 'Only of a deleted organization: until then it can be restored',
  })
  deletes_at?: string;
}
