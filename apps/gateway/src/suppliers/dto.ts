import { ApiProperty, PartialType } from '@nestjs/swagger';
import { hints } from '#billing';
import type { SupplierDoc } from '#contracts';
import { Address, AddressBody } from '../address.js';
import { DateRange, Email, ListQuery, Nested, NotAccepted, Text, type DateRangeInput } from '#http';

const optional = { optional: true, nullable: true } as const;

/** A supplier as sent, to create and to edit; the service says what a new one lacks. */
export class SupplierBody {
  @ApiProperty({ required: true })
  @Text({
    ...optional,
    min: 0,
    max: 300,
    description: 'Legal name, as its documents print it',
    example: 'ESCUELA KEMPER URGATE',
    alsoCalled: ['razon_social', 'nombre', 'name'],
  })
  legal_name?: string | null;

  @Text({
    ...optional,
    min: 0,
    max: 40,
    description:
      'RFC, required of Mexican suppliers; for foreign ones (with their country in address) the tax identification number of that country, XEXX010101000 or nothing',
    example: 'EKU9003173C9',
    alsoCalled: ['rfc'],
  })
  tax_id?: string | null;

  @Text({
    ...optional,
    exact: 3,
    description: 'Key of the fiscal regime; 616 for foreign suppliers',
    example: '601',
    alsoCalled: ['regimen', 'regimen_fiscal', 'tax_regime'],
    hint: hints.tax_system,
  })
  tax_system?: string | null;

  @Email({ ...optional, alsoCalled: ['correo', 'mail'] })
  email?: string | null;

  @Text({ ...optional, min: 0, max: 60, alsoCalled: ['telefono'] })
  phone?: string | null;

  @Nested(() => AddressBody, {
    ...optional,
    description: 'Address; its country says whether the supplier is a foreign one',
    alsoCalled: ['domicilio', 'domicilio_fiscal', 'direccion'],
  })
  address?: AddressBody | null;

  @Text({ ...optional, min: 0, max: 100, description: 'Your own identifier' })
  external_id?: string | null;

  @NotAccepted() id?: never;
  @NotAccepted() created_at?: never;
  @NotAccepted() livemode?: never;
  @NotAccepted() organization?: never;
}

/** The same to edit one: what is not sent stays. */
export class SupplierEdit extends PartialType(SupplierBody) {}

export class ListSuppliers extends ListQuery {
  @Text({ optional: true, max: 200, description: 'Part of the legal name or of the tax id' })
  q?: string;
  @DateRange({ optional: true, description: 'When the supplier was created' })
  date?: DateRangeInput;
}

const nullableText = { type: String, nullable: true } as const;

/** A supplier as answered. */
export class Supplier implements SupplierDoc {
  @ApiProperty() id!: string;
  @ApiProperty({ type: String, format: 'date-time' }) created_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ ...nullableText, description: 'null if its documents did not say it' })
  legal_name!: string | null;
  @ApiProperty(nullableText) tax_id!: string | null;
  @ApiProperty(nullableText) tax_system!: string | null;
  @ApiProperty(nullableText) email!: string | null;
  @ApiProperty(nullableText) phone!: string | null;
  @ApiProperty({ type: () => Address }) address!: Address;
  @ApiProperty(nullableText) external_id!: string | null;
}
