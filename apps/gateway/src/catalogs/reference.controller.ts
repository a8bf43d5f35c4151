import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AnswersList, JsonText, unwrap, type ListAnswer } from '#http';
import { Catalogs } from './catalogs.js';
import { CatalogueQuery, ReferenceCatalogue, ReferenceEntry } from './dto.js';
import { searchIndex, searchReference } from './reference.js';

/** The tax authority's small catalogues: every key with its names in both languages and its validity. */
@ApiTags('catalogs')
@Controller('catalogs/sat')
export class ReferenceCatalogsController {
  constructor(private readonly catalogs: Catalogs) {}

  @Get()
  @AnswersList(ReferenceCatalogue)
  @JsonText()
  index(@Query() query: CatalogueQuery): Promise<ListAnswer> {
    return this.catalogs.listSlices('sat', query, searchIndex(query.q));
  }

  /** Every row of the edition in use, also those that ended or are yet to begin: see `valid_from` and `valid_to`. */
  @Get(':name')
  @ApiParam({ name: 'name', type: String, example: 'payment-forms', description: 'A name of the index' })
  @AnswersList(ReferenceEntry)
  @JsonText()
  entries(@Param('name') name: string, @Query() query: CatalogueQuery): Promise<ListAnswer> {
    return this.catalogs.listSlices(`sat/${name}`, query, unwrap(searchReference(name, query.q)));
  }
}
