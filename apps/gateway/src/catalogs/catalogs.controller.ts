import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SearchHit } from '#sat';
import { AnswersList, JsonText, type ListAnswer } from '#http';
import { Catalogs } from './catalogs.js';
import { CatalogueQuery, ScoredEntry } from './dto.js';
import { searchLarge } from './search.js';

const toScoredEntry = ({ key, label, score }: SearchHit): ScoredEntry => ({ key, description: label, score });

/** Searches of product and unit keys. The methods `keys` and `units` of the oldest clients' products come here too. */
@ApiTags('catalogs')
@Controller()
export class CatalogsController {
  constructor(private readonly catalogs: Catalogs) {}

  @Get('catalogs/products')
  @AnswersList(ScoredEntry)
  @JsonText()
  products(@Query() query: CatalogueQuery): Promise<ListAnswer> {
    const search = searchLarge(this.catalogs.large.productos);
    return this.catalogs.list({ name: 'products', search, query, docOf: toScoredEntry });
  }

  @Get('catalogs/units')
  @AnswersList(ScoredEntry)
  @JsonText()
  units(@Query() query: CatalogueQuery): Promise<ListAnswer> {
    const search = searchLarge(this.catalogs.large.unidades);
    return this.catalogs.list({ name: 'units', search, query, docOf: toScoredEntry });
  }

  @Get('products/keys')
  @AnswersList(ScoredEntry)
  @JsonText()
  productKeys(@Query() query: CatalogueQuery): Promise<ListAnswer> {
    return this.products(query);
  }

  @Get('products/units')
  @AnswersList(ScoredEntry)
  @JsonText()
  productUnits(@Query() query: CatalogueQuery): Promise<ListAnswer> {
    return this.units(query);
  }
}
