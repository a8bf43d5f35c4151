import { ApiProperty } from '@nestjs/swagger';
import { ARCHIVE_TYPES } from '#contracts';
import { Integer, ListOf, ListQuery, OneOf } from '#http';

const ISSUER_TYPES = ['issuing', 'receiving'] as const;
const STATUSES = ['created', 'processing', 'finished', 'failed', 'none'] as const;
const TYPES = { kind: 'oneOf', values: [...ARCHIVE_TYPES] } as const;
const instant = { type: String, format: 'date-time' } as const;

export class CreateZipRequestBody {
  @Integer({ min: 2000, max: 9999, description: 'The year' }) year!: number;
  @Integer({ min: 1, max: 12, description: 'The month, 1 to 12' }) month!: number;
  @OneOf(ISSUER_TYPES, { optional: true, default: 'issuing', description: 'Whose documents' }) issuer_type?:
    'issuing' | 'receiving';
  @ListOf(TYPES, {
    optional: true,
    min: 1,
    max: 5,
    description: 'By default, all types, and retentions; name each type only once',
  })
  invoice_types?: string[];
}

export class ListZipRequestsQuery extends ListQuery {
  @Integer({ optional: true, min: 2000, max: 9999, description: 'Together with month' }) year?: number;
  @Integer({ optional: true, min: 1, max: 12, description: 'Together with year' }) month?: number;
  @OneOf(STATUSES, { optional: true, description: 'Requests in this state' }) status?: string;
  @OneOf(ISSUER_TYPES, { optional: true, description: 'Requests for documents of these' })
  issuer_type?: string;
  @ListOf(TYPES, { optional: true, min: 1, max: 5, description: 'Requests for exactly these types' })
  invoice_types?: string[];
}

/** A request for the ZIP of a month's invoices, as answered. */
export class ZipRequest {
  @ApiProperty() id!: string;
  @ApiProperty(instant) created_at!: string;
  @ApiProperty({ ...instant, description: 'When it last went on' }) updated_at!: string;
  @ApiProperty() livemode!: boolean;
  @ApiProperty() organization!: string;
  @ApiProperty({ type: 'integer', description: 'The year' }) year!: number;
  @ApiProperty({ type: 'integer', description: 'The month, 1 to 12' }) month!: number;
  @ApiProperty({ enum: ISSUER_TYPES, description: 'Whose documents' }) issuer_type!: string;
  @ApiProperty({ enum: ARCHIVE_TYPES, isArray: true, description: 'Of which types' })
  invoice_types!: string[];
  @ApiProperty({ ...instant, description: 'First instant of the month in the organization’s time zone' })
  start_date!: string;
  @ApiProperty({ ...instant, description: 'Last instant of the month' }) end_date!: string;
  @ApiProperty({ enum: STATUSES, description: 'none: the file has expired' }) status!: string;
  @ApiProperty({ type: 'integer', description: 'Documents of the month that match the request' })
  document_count!: number;
  @ApiProperty({ type: 'integer', description: 'Documents processed so far' }) processed_document!: number;
  @ApiProperty({
    type: [String],
    description: 'Ids of documents that are missing from the ZIP, or lack their receipt',
  })
  failed_documents!: string[];
  @ApiProperty({ ...instant, description: 'When it was requested, or requested again' })
  scheduled_at!: string;
  @ApiProperty({ ...instant, nullable: true, description: 'When the download expires' })
  expires_at!: string | null;
}
