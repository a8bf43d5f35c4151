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
  @ApiProperty({ type: String, format: 'date' }) valid_from!: string;
  @ApiProperty({ type: String, format: 'date', nullable: true }) valid_to!: string | null;
}
