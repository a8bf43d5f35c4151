import { ApiProperty } from '@nestjs/swagger';
import { MAX_FOLIO, SERIES_NAME, type InvoiceType, type SeriesDoc } from '#contracts';
import { Integer, OneOf, Text } from '#http';
import { Organization } from './dto.js';

/** Absent and null leave a number as it is. */
const NEXT = { optional: true, min: 1, max: MAX_FOLIO } as const;

const name = {
  max: 25,
  pattern: SERIES_NAME,
  expected: {
    es: 'hasta 25 caracteres, sin | / \\ ? # %; no puede ser "default-series", "." ni ".."',
    en: 'up to 25 characters, without | / \\ ? # %; not "default-series", "." or ".."',
  },
} as const;

export class UpdateSeriesBody {
  @Integer({ ...NEXT, description: 'The next folio in Live; never one that was taken, or below' })
  next_folio?: number;
  @Integer({ ...NEXT, description: 'The next folio in Test; never one that was taken, or below' })
  next_folio_test?: number;
}

export class CreateSeriesBody extends UpdateSeriesBody {
  @Text({ ...name, description: 'Name of the series; spaces around it are dropped', example: 'FAC' })
  series!: string;
}

export class DefaultSeriesBody {
  @OneOf(['I', 'E', 'P', 'N', 'T'], { description: 'Type of the invoices' })
  type!: InvoiceType;
  @Text({
    ...{ nullable: true, max: 25 },
    description: 'A registered series for the invoices of the type that name none; null: none',
  })
  series!: string | null;
}

/** A series as answered. */
export class Series implements SeriesDoc {
  @ApiProperty({ description: 'Name of the series, which is the Serie of its documents' }) series!: string;
  @ApiProperty({ description: 'The same as `series`' }) name!: string;
  @ApiProperty({ description: 'The next folio in Live' }) next_folio!: number;
  @ApiProperty({ description: 'The next folio in Test' }) next_folio_test!: number;
}

export class OrganizationWithOk extends Organization {
  @ApiProperty({ enum: [true], description: 'Always true' }) ok!: true;
}
