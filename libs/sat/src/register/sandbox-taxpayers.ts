/** A taxpayer of the sandbox's register. */
export interface RegisteredTaxpayer {
  readonly rfc: string;
  /** Legal name without the corporate regime. */
  readonly legalName: string;
  /** Postal code of the fiscal address. */
  readonly zip: string;
  /** Regimes it may be invoiced under. */
  readonly taxSystems: readonly string[];
}

/** RFC, name, postal code and regimes: one taxpayer per line. */
const TABLE = `
  EKU9003173C9 | ESCUELA KEMPER URGATE              | 42501 | 601
  H&E951128469 | HERRERIA & ELECTRICOS              | 06002 | 601
  ICV060329BY0 | INMOBILIARIA CVA                   | 33826 | 601
  IIA040805DZ4 | INDISTRIA ILUMINADORA DE ALMACENES | 62661 | 601
  IVD920810GU2 | INNOVACION VALOR Y DESARROLLO      | 63901 | 601 626
  IXS7607092R5 | INTERNACIONAL XIMBO Y SABORES      | 23004 | 601 603
  JES900109Q90 | JIMENEZ ESTRADA SALAS              | 37161 | 601 626
  KIJ0906199R1 | KERNEL INDUSTIA JUGUETERA          | 28971 | 601 603
  L&O950913MSA | LUCES & OBRAS                      | 60922 | 601 603
  OÑO120726RX3 | ORGANICOS ÑAVEZ OSORIO             | 40501 | 601
  S&S051221SE2 | S & SOFTWARE                       | 76022 | 601 624
  URE180429TM6 | UNIVERSIDAD ROBOTICA ESPAÑOLA      | 86991 | 601 603
  XIA190128J61 | XENON INDUSTRIAL ARTICLES          | 76343 | 601 624
  ZUÑ920208KL4 | ZAPATERIA URTADO ÑERI              | 34541 | 601
  CACX7605101P8 | XOCHILT CASAS CHAVEZ   | 36257 | 612 621
  FUNK671228PH6 | KARLA FUENTE NOLASCO   | 01160 | 605 612 621
  IAÑL750210963 | LUIS IAN ÑUZCO         | 85256 | 608 612
  KICR630120NX3 | RODRIGO KITIA CASTRO   | 36246 | 612
  MISC491214B86 | CECILIA MIRANDA SANCHEZ | 01010 | 612
  RAQÑ7701212M3 | ÑEVES RAMIREZ QUEZADA  | 78905 | 605 612
  WATM640917J45 | MARIA WATEMBER TORRES  | 43543 | 612 626
  WERX631016S30 | XAIME WEIR ROJO        | 01279 | 608 612
  XAMA620210DQ5 | ALBA XKARAJAM MENDEZ   | 01219 | 612
  XIQB891116QE4 | BERENICE XIMO QUEZADA  | 40968 | 606 612
  XOJI740919U48 | INGRID XODAR JIMENEZ   | 76028 | 605 612 626
`;

/**
 * The tax authority's public test taxpayers. Several are invoiced in practice under the general regime of
 * their kind of person besides the one they are registered with: both are taken.
 */
export const sandboxTaxpayers: readonly RegisteredTaxpayer[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [rfc = '', legalName = '', zip = '', taxSystems = ''] = line.split('|').map((cell) => cell.trim());
    return { rfc, legalName, zip, taxSystems: taxSystems.split(' ') };
  });

/**
 * RFCs that the sandbox's register answers tax_id_not_found for, so that the refusal can be tried:
 * a legal entity's and a natural person's. Well-formed, and not assigned to anyone.
 */
export const RFC_NOT_FOUND = 'AAA010101AAA';
export const RFC_NOT_FOUND_FISICA = 'AAAA010101AAA';
