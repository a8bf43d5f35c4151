import { ApiProperty, PartialType } from '@nestjs/swagger';
import { hints } from '#billing';
import type { CustomerDoc } from '#contracts';
import { Address, AddressBody } from '../address.js';
import { DateRange, Email, Flag, ListQuery, Nested, NotAccepted, Text, type DateRangeInput } from '#http';

const optional = { optional: true, nullable: true } as const;

/**
 * A customer as sent, to create and to edit, and in place inside of other resources. What a new one needs
 * depends on its country, so the service says what is missing.
 */
export class CustomerData {
  @Text({
    ...optional,
    min: 0,
    max: 300,
    description: 'Legal name without the corporate regime; required except in drafts and with an edit link',
    example: 'ESCUELA KEMPER URGATE',
    alsoCalled: ['razon_social', 'nombre', 'name'],
  })
  legal_name?: string | null;

  @Text({
    ...optional,
    min: 0,
    max: 40,
    description: 'RFC; for foreign customers, the tax identification number of their country (optional)',
    example: 'EKU9003173C9',
    alsoCalled: ['rfc'],
  })
  tax_id?: string | null;

  @Text({
    ...optional,
    exact: 3,
    description: 'Key of the fiscal regime; 616 for foreign customers',
    example: '601',
    alsoCalled: ['regimen', 'regimen_fiscal', 'tax_regime'],
    hint: hints.tax_system,
  })
  tax_system?: string | null;

  @Email({ ...optional, description: 'Where invoices are sent', alsoCalled: ['correo', 'mail'] })
  email?: string | null;

  @Text({ ...optional, min: 0, max: 60, alsoCalled: ['telefono'] })
  phone?: string | null;

  @Text({
    ...optional,
    min: 0,
    max: 10,
    description: 'Key of the default CFDI use',
    example: 'G03',
    alsoCalled: ['use', 'uso_cfdi'],
  })
  default_invoice_use?: string | null;

  @Nested(() => AddressBody, {
    ...optional,
    description: 'Fiscal address; required except in drafts and with an edit link',
    alsoCalled: ['domicilio', 'domicilio_fiscal', 'direccion'],
  })
  address?: AddressBody | null;

  @Text({ ...optional, min: 0, max: 18 })
  curp?: string | null;

  @Text({ ...optional, min: 0, max: 100, description: 'Your own identifier' })
  external_id?: string | null;

  @NotAccepted() id?: never;
  @NotAccepted() created_at?: never;
  @NotAccepted() livemode?: never;
  @NotAccepted() organization?: never;
  @NotAccepted() sat_validated_at?: never;
  @NotAccepted() edit_link?: never;
  @NotAccepted() edit_link_expires_at?: never;
}

const createEditLink = {
  optional: true,
  default: false,
  description:
    'Makes a link, single use, with which the customer edits its own data; one before it is revoked. A customer created with it may lack any field',
};

/** A customer as its own routes take it. */
export class CustomerBody extends CustomerData {
  @Flag(createEditLink)
  createEditLink?: boolean;
}

/** The same to edit one: what is not sent stays. */
export class CustomerEdit extends PartialType(CustomerBody) {}

export class EditLinkQuery {
  @Flag(createEditLink)
  createEditLink?: boolean;
}

export class EditLinkEmail {
  @Email({
    optional: true,
    description: 'Send the link to this address instead of the customer’s email address',
  })
  email?: string;
}

export class Done {
  @ApiProperty({ enum: [true] }) ok!: true;
}

export class ListCustomers extends ListQuery {
  @Text({ optional: true, max: 200, description: 'Part of the legal name or of the tax id' })
  q?: string;
  @DateRange({ optional: true, description: 'When the customer was created' })
  date?: DateRangeInput;
}

const nullableText = { type: String, nullable: true } as const;
const nullableInstant = { type: String, format: 'date-time', nullable: true } as const;

/** A customer as answered. */
export class Customer implements CustomerDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ ...nullableText, description: 'null until the customer completes it through the edit link' })
  legal_name!: string | null;
  @ApiProperty(nullableText) tax_id!: string | null;
  @ApiProperty(nullableText) tax_system!: string | null;
  @ApiProperty(nullableText) email!: string | null;
  @ApiProperty(nullableText) phone!: string | null;
  @ApiProperty(nullableText) default_invoice_use!: string | null;
  @ApiProperty({ type: () => Address }) address!: Address;
  @ApiProperty(nullableText) curp!: string | null;
  @ApiProperty(nullableText) external_id!: string | null;
  @ApiProperty({ ...nullableInstant, description: 'When the data last matched the SAT register' })
  sat_validated_at!: string | null;
  @ApiProperty({ ...nullableText, description: 'The link, while it is valid' }) edit_link!: string | null;
  @ApiProperty(nullableInstant) edit_link_expires_at!: string | null;
}

export class TaxInfoProblem {
  @ApiProperty({ enum: ['service', 'sat', 'pac'] }) source!: string;
  @ApiProperty() code!: string;
  @ApiProperty() path!: string;
  @ApiProperty() message!: string;
}

export class TaxInfoValidation {
  @ApiProperty({ description: 'Whether everything is as the SAT has it' }) is_valid!: boolean;
  @ApiProperty({ type: () => [TaxInfoProblem] }) errors!: TaxInfoProblem[];
}
