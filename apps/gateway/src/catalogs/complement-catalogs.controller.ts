import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  autorizacionesNaviero,
  codigosTransporteAereo,
  configuracionesAutotransporte,
  contenedoresMaritimos,
  derechosDePaso,
  documentosAduaneros,
  tiposEmbalaje,
  tiposRemolque,
  type Catalogue,
  type SearchHit,
} from '#sat';
import { AnswersList, JsonText, type ListAnswer } from '#http';
import { Catalogs } from './catalogs.js';
import { AirTransportCode, CatalogueEntry, ComplementCatalogueQuery, NavalAuthorization } from './dto.js';
import { searchLarge, searchSmall } from './search.js';

const airline = ({ key, label }: SearchHit): AirTransportCode => {
  const { nacionalidad = '', oaci = null } = codigosTransporteAereo.find(key) ?? {};
  return { key, description: label, nationality: nacionalidad, oaci };
};

const authorization = ({ key }: SearchHit): NavalAuthorization => {
  const { validFrom = '', validTo = null } = autorizacionesNaviero.find(key) ?? {};
  return { key, description: key, valid_from: validFrom, valid_to: validTo };
};

/** Searches of the catalogues of Carta Porte 3.1 and Comercio Exterior 2.0. */
@ApiTags('catalogs')
@Controller('catalogs')
export class ComplementCatalogsController {
  constructor(private readonly catalogs: Catalogs) {}

  @Get('cartaporte/3.1/air-transport-codes')
  @AnswersList(AirTransportCode)
  @JsonText()
  airTransportCodes(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(codigosTransporteAereo, query, airline);
  }

  @Get('cartaporte/3.1/transport-configs')
  @AnswersList(CatalogueEntry)
  @JsonText()
  transportConfigs(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(configuracionesAutotransporte, query);
  }

  @Get('cartaporte/3.1/rights-of-passage')
  @AnswersList(CatalogueEntry)
  @JsonText()
  rightsOfPassage(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(derechosDePaso, query);
  }

  @Get('cartaporte/3.1/customs-documents')
  @AnswersList(CatalogueEntry)
  @JsonText()
  customsDocuments(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(documentosAduaneros, query);
  }

  @Get('cartaporte/3.1/packaging-types')
  @AnswersList(CatalogueEntry)
  @JsonText()
  packagingTypes(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(tiposEmbalaje, query);
  }

  @Get('cartaporte/3.1/trailer-types')
  @AnswersList(CatalogueEntry)
  @JsonText()
  trailerTypes(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(tiposRemolque, query);
  }

  /** Common keys until the catalogue is loaded (docs/catalogues.md). */
  @Get('cartaporte/3.1/hazardous-materials')
  @AnswersList(CatalogueEntry)
  @JsonText()
  hazardousMaterials(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    const { materialesPeligrosos } = this.catalogs.large;
    return this.catalogs.list({
      name: materialesPeligrosos.name,
      search: searchLarge(materialesPeligrosos),
      query,
    });
  }

  @Get('cartaporte/3.1/naval-authorizations')
  @AnswersList(NavalAuthorization)
  @JsonText()
  navalAuthorizations(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(autorizacionesNaviero, query, authorization);
  }

  /** Common keys until the catalogue is loaded (docs/catalogues.md). */
  @Get('cartaporte/3.1/port-stations')
  @AnswersList(CatalogueEntry)
  @JsonText()
  portStations(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    const { estaciones } = this.catalogs.large;
    return this.catalogs.list({ name: estaciones.name, search: searchLarge(estaciones), query });
  }

  @Get('cartaporte/3.1/marine-containers')
  @AnswersList(CatalogueEntry)
  @JsonText()
  marineContainers(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    return this.small(contenedoresMaritimos, query);
  }

  /** Common keys until the catalogue is loaded (docs/catalogues.md). */
  @Get('comercioexterior/2.0/tariff-fractions')
  @AnswersList(CatalogueEntry)
  @JsonText()
  tariffFractions(@Query() query: ComplementCatalogueQuery): Promise<ListAnswer> {
    const { fracciones } = this.catalogs.large;
    return this.catalogs.list({ name: fracciones.name, search: searchLarge(fracciones), query });
  }

  private small(
    catalogue: Catalogue,
    query: ComplementCatalogueQuery,
    docOf?: (hit: SearchHit) => object,
  ): Promise<ListAnswer> {
    const { name } = catalogue;
    return this.catalogs.list({ name, search: searchSmall(catalogue), query, ...(docOf && { docOf }) });
  }
}
