import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Integer, ListQuery, Text } from '#http';

const q = {
  max: 200,
  description: 'The beginning of a key, or words of the description',
  example: 'guitarra',
};

/** Catalogue searches count pages from 0 or from 1, as the API's clients do; other lists refuse a page 0. */
class CataloguePages extends OmitType(ListQuery, ['page'] as const) {
  @Integer({ min: 0, optional: true, description: 'Page mode only; 0 and 1 are the first page' })
  page?: number;
}

/** A search that may be empty: everything, by key. */
export class CatalogueQuery extends CataloguePages {
  @Text({ ...q, optional: true })
  q?: string;
}

/** A search of a complement's catalogue. */
export class ComplementCatalogueQuery extends CataloguePages {
  @Text(q)
  q!: string;
}

export class CatalogueEntry {
  @ApiProperty({ description: 'The key that documents carry' }) key!: string;
  @ApiProperty({ description: 'The tax authority’s name, in Spanish' }) description!: string;
}

export class ScoredEntry extends CatalogueEntry {
  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description: 'How well it matches the search; the best match is first',
  })
  score!: number;
}

export class AirTransportCode extends CatalogueEntry {
  @ApiProperty({ description: 'Nationality of the airline, as the catalogue groups them' })
  nationality!: string;
  @ApiProperty({ type: String, nullable: true, description: 'ICAO designator' }) oaci!: string | null;
}

/** The catalogue has no names: the description repeats the key. */
export class NavalAuthorization extends CatalogueEntry {
  @ApiProperty({ type: String, format: 'date', description: 'Its first day' }) valid_from!: string;
  @ApiProperty({ type: String, format: 'date', nullable: true, description: 'Its last day; null: no end' })
  valid_to!: string | null;
}

/** A small catalogue of the tax authority, as the index lists it. */
export class ReferenceCatalogue {
  @ApiProperty({ description: 'Its name in the address', example: 'payment-forms' }) name!: string;
  @ApiProperty({ description: 'In Spanish' }) description!: string;
  @ApiProperty({ description: 'In English' }) description_en!: string;
  @ApiProperty({ description: 'The tax authority’s name', example: 'c_FormaPago' }) sat_name!: string;
  @ApiProperty({ description: 'The standard that it is of', example: 'CFDI 4.0' }) standard!: string;
  @ApiProperty({ description: '"built-in", or the edition that was loaded' }) edition!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'How many keys it has' }) entries!: number;
}

/** A key of a small catalogue. What only some catalogues say of their keys is optional. */
export class ReferenceEntry extends CatalogueEntry {
  @ApiProperty({
    ...{ type: String, nullable: true },
    description: 'In English; null for a key of a loaded edition that we have no English name of',
  })
  description_en!: string | null;
  @ApiProperty({ type: String, format: 'date', description: 'The first day that a document may carry it' })
  valid_from!: string;
  @ApiProperty({ type: String, format: 'date', nullable: true, description: 'The last day; null: no end' })
  valid_to!: string | null;
  @ApiProperty({
    ...{ enum: ['fisica', 'moral'], isArray: true, required: false },
    description: 'Tax systems and uses: who may have them',
  })
  person_types?: readonly string[];
  @ApiProperty({ type: [String], required: false, description: 'Uses: the tax systems that may have them' })
  tax_systems?: readonly string[];
  @ApiProperty({ type: 'integer', required: false, description: 'Currencies: decimals of an amount' })
  decimals?: number;
  @ApiProperty({ required: false, description: 'Rates: key of the tax (c_Impuesto)' }) tax?: string;
  @ApiProperty({ required: false, enum: ['Tasa', 'Cuota'], description: 'Rates: how the tax is written' })
  factor?: string;
  @ApiProperty({ required: false, description: 'Rates: the lowest one of the row, as decimal text' })
  min?: string;
  @ApiProperty({ required: false, description: 'Rates: the highest one; the same as `min` for a fixed rate' })
  max?: string;
  @ApiProperty({ required: false, description: 'Rates: of taxes that are transferred' })
  transferred?: boolean;
  @ApiProperty({ required: false, description: 'Rates: of taxes that are withheld' }) withheld?: boolean;
}
