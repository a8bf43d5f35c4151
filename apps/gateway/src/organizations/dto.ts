import { ApiProperty } from '@nestjs/swagger';
import { PERIODICITIES, type OrganizationDoc, type PdfOptions, type Periodicity } from '#contracts';
import { hints } from '#billing';
import { Address, AddressBody } from '../address.js';
import { PdfOptionsBody } from '../invoices/dto.js';
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
  @Text({ ...optional, min: 0, max: 60, description: 'Telephone, which PDFs show' })
  phone?: string | null;
  @Text({ ...optional, min: 0, max: 255, description: 'Web site, which PDFs show' })
  website?: string | null;
  @Email({ ...optional, description: 'Where customers write to: on PDFs, and where answers to mails go' })
  support_email?: string | null;
  @Text({ ...optional, min: 0, max: 18, description: 'CURP, of a natural person' })
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
  @ApiProperty({ enum: ['legal', 'logo', 'certificate', 'manifiesto'], description: 'What is to be done' })
  type!: string;
  @ApiProperty({ description: 'The same in words, in the language of the request' }) description!: string;
}

class Legal {
  @ApiProperty({ description: 'Commercial name' }) name!: string;
  @ApiProperty({ ...nullableText, description: 'Legal name, as the SAT has it' }) legal_name!: string | null;
  @ApiProperty({ ...nullableText, description: 'RFC; that of the CSD, where there is one' })
  tax_id!: string | null;
  @ApiProperty({ ...nullableText, description: 'Fiscal regime (c_RegimenFiscal)' })
  tax_system!: string | null;
  @ApiProperty({ type: () => Address }) address!: Address;
  @ApiProperty({ ...nullableText, description: 'Telephone, which PDFs show' }) phone!: string | null;
  @ApiProperty({ ...nullableText, description: 'Web site, which PDFs show' }) website!: string | null;
  @ApiProperty({
    ...nullableText,
    description: 'Where customers write to: on PDFs, and where answers to mails go',
  })
  support_email!: string | null;
  @ApiProperty({ ...nullableText, description: 'CURP of a person' }) curp!: string | null;
}

class DefaultSeries {
  @ApiProperty({ ...nullableText, description: 'Of income (ingreso)' }) I!: string | null;
  @ApiProperty({ ...nullableText, description: 'Of credit notes (egreso)' }) E!: string | null;
  @ApiProperty({ ...nullableText, description: 'Of payments (pago)' }) P!: string | null;
  @ApiProperty({ ...nullableText, description: 'Of payroll (nómina)' }) N!: string | null;
  @ApiProperty({ ...nullableText, description: 'Of transport (traslado)' }) T!: string | null;
}

class Customization {
  @ApiProperty({ description: 'Colour of documents, mails and hosted pages: six hexadecimal digits' })
  color!: string;
  @ApiProperty({ description: 'Whether there is a logo' }) has_logo!: boolean;
  @ApiProperty({ description: 'The next folio in Live of invoices that are in no series' })
  next_folio_number!: number;
  @ApiProperty({ description: 'The next folio in Test of invoices that are in no series' })
  next_folio_number_test!: number;
  @ApiProperty({ type: () => PdfOptionsBody }) pdf_extra!: PdfOptions;
  @ApiProperty({ type: () => DefaultSeries }) default_series!: DefaultSeries;
}

class Certificate {
  @ApiProperty({ description: 'Whether there is one' }) has_certificate!: boolean;
  @ApiProperty({ ...nullableInstant, description: 'When it was last uploaded or deleted' })
  updated_at!: string | null;
  @ApiProperty({ ...nullableInstant, description: 'Until when it is valid' }) expires_at!: string | null;
  @ApiProperty({ ...nullableText, description: 'Its number, twenty digits' }) serial_number!: string | null;
}

class ReceiptSettings {
  @ApiProperty({ enum: PERIODICITIES, description: 'The period of global invoices' })
  periodicity!: Periodicity;
  @ApiProperty({
    description: 'Days in which a customer may invoice a receipt; 0: until its period ends',
  })
  duration_days!: number;
  @ApiProperty({ description: 'Whether open receipts are invoiced globally at the end of each period' })
  auto_global_invoice!: boolean;
  @ApiProperty({ description: 'The next folio of receipts in Live' }) next_folio_number!: number;
  @ApiProperty({ description: 'The next folio of receipts in Test' }) next_folio_number_test!: number;
}

class SelfInvoiceSettings {
  @ApiProperty({
    type: [String],
    description: 'Keys of c_UsoCFDI that customers may choose in the portal; empty: all',
  })
  allowed_cfdi_uses!: string[];
  @ApiProperty({ description: 'Whether invoices of the portal withhold ISR of RESICO from companies' })
  apply_resico_isr!: boolean;
  @ApiProperty({ ...nullableText, description: 'Where customers may write to, on hosted pages' })
  support_email!: string | null;
  @ApiProperty({
    description: 'Whether the link that was mailed to it was opened; before, pages do not show it',
  })
  support_email_verified!: boolean;
}

/** An organization as answered. */
export class Organization implements OrganizationDoc {
  @ApiProperty({ description: 'Identifier: 24 hexadecimal characters' }) id!: string;
  @ApiProperty({ type: String, format: 'date-time', description: 'When it was created' }) created_at!: string;
  @ApiProperty({ ...nullableText, deprecated: true, description: 'Always null: this service has no plans' })
  plan!: null;
  @ApiProperty({ type: [String], description: 'Always empty: this service has no add-ons' })
  add_ons!: string[];
  @ApiProperty({ description: 'Whether it can issue in Live' }) is_production_ready!: boolean;
  @ApiProperty({ type: () => [PendingStep], description: 'What it lacks before it can issue in Live' })
  pending_steps!: PendingStep[];
  @ApiProperty({ ...nullableText, description: 'Where the picture of its logo is; null: it has none' })
  logo_url!: string | null;
  @ApiProperty({ ...nullableText, description: 'Its name in the addresses of its self-invoicing portal' })
  domain!: string | null;
  @ApiProperty({ ...nullableText, description: 'A host of its own under which the portal is answered too' })
  custom_domain!: string | null;
  @ApiProperty({ description: 'IANA time zone of the address' }) timezone!: string;
  @ApiProperty({ type: () => Legal }) legal!: Legal;
  @ApiProperty({ type: () => Customization }) customization!: Customization;
  @ApiProperty({ type: () => Certificate }) certificate!: Certificate;
  @ApiProperty({ type: () => Certificate }) fiel!: Certificate;
  @ApiProperty({ type: () => ReceiptSettings }) receipts!: ReceiptSettings;
  @ApiProperty({ type: () => SelfInvoiceSettings }) self_invoice!: SelfInvoiceSettings;
  @ApiProperty({ type: Object, nullable: true, description: 'Always null: this service has no plans' })
  pending_plan_update!: null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    required: false,
    description: 'Only of a deleted organization: until then it can be restored',
  })
  deletes_at?: string;
}
