import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { withColumns } from '../rows.js';
import { nomina } from './validity.js';

export interface Banco extends CatalogueEntry {
  /** The institution's legal name; the label is its short one. */
  readonly razonSocial: string;
}

const table = `
  002 BANAMEX | Banco Nacional de México, S.A., Institución de Banca Múltiple, Grupo Financiero Banamex;
  006 BANCOMEXT | Banco Nacional de Comercio Exterior, Sociedad Nacional de Crédito, Institución de
    Banca de Desarrollo;
  009 BANOBRAS | Banco Nacional de Obras y Servicios Públicos, Sociedad Nacional de Crédito, Institución
    de Banca de Desarrollo;
  012 BBVA BANCOMER | BBVA Bancomer, S.A., Institución de Banca Múltiple, Grupo Financiero BBVA
    Bancomer;
  014 SANTANDER | Banco Santander (México), S.A., Institución de Banca Múltiple, Grupo Financiero
    Santander;
  019 BANJERCITO | Banco Nacional del Ejército, Fuerza Aérea y Armada, Sociedad Nacional de Crédito,
    Institución de Banca de Desarrollo;
  021 HSBC | HSBC México, S.A., institución De Banca Múltiple, Grupo Financiero HSBC;
  030 BAJIO | Banco del Bajío, S.A., Institución de Banca Múltiple;
  032 IXE | IXE Banco, S.A., Institución de Banca Múltiple, IXE Grupo Financiero;
  036 INBURSA | Banco Inbursa, S.A., Institución de Banca Múltiple, Grupo Financiero Inbursa;
  037 INTERACCIONES | Banco Interacciones, S.A., Institución de Banca Múltiple;
  042 MIFEL | Banca Mifel, S.A., Institución de Banca Múltiple, Grupo Financiero Mifel;
  044 SCOTIABANK | Scotiabank Inverlat, S.A.;
  058 BANREGIO | Banco Regional de Monterrey, S.A., Institución de Banca Múltiple, Banregio Grupo
    Financiero;
  059 INVEX | Banco Invex, S.A., Institución de Banca Múltiple, Invex Grupo Financiero;
  060 BANSI | Bansi, S.A., Institución de Banca Múltiple;
  062 AFIRME | Banca Afirme, S.A., Institución de Banca Múltiple;
  072 BANORTE/IXE | Banco Mercantil del Norte, S.A., Institución de Banca Múltiple, Grupo Financiero
    Banorte;
  102 THE ROYAL BANK | The Royal Bank of Scotland México, S.A., Institución de Banca Múltiple;
  103 AMERICAN EXPRESS | American Express Bank (México), S.A., Institución de Banca Múltiple;
  106 BAMSA | Bank of America México, S.A., Institución de Banca Múltiple, Grupo Financiero Bank of
    America;
  108 TOKYO | Bank of Tokyo-Mitsubishi UFJ (México), S.A.;
  110 JP MORGAN | Banco J.P. Morgan, S.A., Institución de Banca Múltiple, J.P. Morgan Grupo Financiero;
  112 BMONEX | Banco Monex, S.A., Institución de Banca Múltiple;
  113 VE POR MAS | Banco Ve Por Mas, S.A. Institución de Banca Múltiple;
  116 ING | ING Bank (México), S.A., Institución de Banca Múltiple, ING Grupo Financiero;
  124 DEUTSCHE | Deutsche Bank México, S.A., Institución de Banca Múltiple;
  126 CREDIT SUISSE | Banco Credit Suisse (México), S.A. Institución de Banca Múltiple, Grupo Financiero
    Credit Suisse (México);
  127 AZTECA | Banco Azteca, S.A. Institución de Banca Múltiple.;
  128 AUTOFIN | Banco Autofin México, S.A. Institución de Banca Múltiple;
  129 BARCLAYS | Barclays Bank México, S.A., Institución de Banca Múltiple, Grupo Financiero Barclays
    México;
  130 COMPARTAMOS | Banco Compartamos, S.A., Institución de Banca Múltiple;
  131 BANCO FAMSA | Banco Ahorro Famsa, S.A., Institución de Banca Múltiple;
  132 BMULTIVA | Banco Multiva, S.A., Institución de Banca Múltiple, Multivalores Grupo Financiero;
  133 ACTINVER | Banco Actinver, S.A. Institución de Banca Múltiple, Grupo Financiero Actinver;
  134 WAL-MART | Banco Wal-Mart de México Adelante, S.A., Institución de Banca Múltiple;
  135 NAFIN | Nacional Financiera, Sociedad Nacional de Crédito, Institución de Banca de Desarrollo;
  136 INTERCAM BANCO | Intercam Banco, S.A., Institución de Banca Múltiple, Intercam Grupo Financiero;
  137 BANCOPPEL | BanCoppel, S.A., Institución de Banca Múltiple;
  138 ABC CAPITAL | ABC Capital, S.A., Institución de Banca Múltiple;
  139 UBS BANK | UBS Bank México, S.A., Institución de Banca Múltiple, UBS Grupo Financiero;
  140 CONSUBANCO | Consubanco, S.A. Institución de Banca Múltiple;
  141 VOLKSWAGEN | Volkswagen Bank, S.A., Institución de Banca Múltiple;
  143 CIBANCO | CIBanco, S.A.;
  145 BBASE | Banco Base, S.A., Institución de Banca Múltiple;
  147 BANKAOOL | Bankaool, S.A., Institución de Banca Múltiple;
  148 PAGATODO | Banco PagaTodo, S.A., Institución de Banca Múltiple;
  149 FORJADORES | Banco Forjadores, S.A., Institución de Banca Múltiple;
  150 INMOBILIARIO | Banco Inmobiliario Mexicano, S.A., Institución de Banca Múltiple;
  151 DONDÉ | Fundación Dondé Banco, S.A., Institución de Banca Múltiple;
  152 BANCREA | Banco Bancrea, S.A., Institución de Banca Múltiple;
  153 PROGRESO | Banco Progreso Chihuahua, S.A.;
  154 BANCO FINTERRA | Banco Finterra, S.A., Institución de Banca Múltiple;
  155 ICBC | Industrial and Commercial Bank of China México, S.A., Institución de Banca Múltiple;
  156 SABADELL | Banco Sabadell, S.A., Institución de Banca Múltiple;
  157 SHINHAN | Banco Shinhan de México, S.A., Institución de Banca Múltiple;
  158 MIZUHO BANK | Mizuho Bank México, S.A., Institución de Banca Múltiple;
  159 BANK OF CHINA | Bank of China México, S.A., Institución de Banca Múltiple;
  160 BANCO S3 | Banco S3 México, S.A., Institución de Banca Múltiple;
  166 BANSEFI | Banco del Ahorro Nacional y Servicios Financieros, Sociedad Nacional de Crédito,
    Institución de Banca de Desarrollo;
  168 HIPOTECARIA FEDERAL | Sociedad Hipotecaria Federal, Sociedad Nacional de Crédito, Institución de
    Banca de Desarrollo;
  600 MONEXCB | Monex Casa de Bolsa, S.A. de C.V. Monex Grupo Financiero;
  601 GBM | GBM Grupo Bursátil Mexicano, S.A. de C.V. Casa de Bolsa;
  602 MASARI | Masari Casa de Bolsa, S.A.;
  605 VALUE | Value, S.A. de C.V. Casa de Bolsa;
  606 ESTRUCTURADORES | Estructuradores del Mercado de Valores Casa de Bolsa, S.A. de C.V.;
  607 TIBER | Casa de Cambio Tiber, S.A. de C.V.;
  608 VECTOR | Vector Casa de Bolsa, S.A. de C.V.;
  610 B&B | B y B, Casa de Cambio, S.A. de C.V.;
  614 ACCIVAL | Acciones y Valores Banamex, S.A. de C.V., Casa de Bolsa;
  615 MERRILL LYNCH | Merrill Lynch México, S.A. de C.V. Casa de Bolsa;
  616 FINAMEX | Casa de Bolsa Finamex, S.A. de C.V.;
  617 VALMEX | Valores Mexicanos Casa de Bolsa, S.A. de C.V.;
  618 UNICA | Unica Casa de Cambio, S.A. de C.V.;
  619 MAPFRE | MAPFRE Tepeyac, S.A.;
  620 PROFUTURO | Profuturo G.N.P., S.A. de C.V., Afore;
  621 CB ACTINVER | Actinver Casa de Bolsa, S.A. de C.V.;
  622 OACTIN | OPERADORA ACTINVER, S.A. DE C.V.;
  623 SKANDIA | Skandia Vida, S.A. de C.V.;
  626 CBDEUTSCHE | Deutsche Securities, S.A. de C.V. CASA DE BOLSA;
  627 ZURICH | Zurich Compañía de Seguros, S.A.;
  628 ZURICHVI | Zurich Vida, Compañía de Seguros, S.A.;
  629 SU CASITA | Hipotecaria Su Casita, S.A. de C.V. SOFOM ENR;
  630 CB INTERCAM | Intercam Casa de Bolsa, S.A. de C.V.;
  631 CI BOLSA | CI Casa de Bolsa, S.A. de C.V.;
  632 BULLTICK CB | Bulltick Casa de Bolsa, S.A., de C.V.;
  633 STERLING | Sterling Casa de Cambio, S.A. de C.V.;
  634 FINCOMUN | Fincomún, Servicios Financieros Comunitarios, S.A. de C.V.;
  636 HDI SEGUROS | HDI Seguros, S.A. de C.V.;
  637 ORDER | Order Express Casa de Cambio, S.A. de C.V;
  638 AKALA | Akala, S.A. de C.V., Sociedad Financiera Popular;
  640 CB JPMORGAN | J.P. Morgan Casa de Bolsa, S.A. de C.V. J.P. Morgan Grupo Financiero;
  642 REFORMA | Operadora de Recursos Reforma, S.A. de C.V., S.F.P.;
  646 STP | Sistema de Transferencias y Pagos STP, S.A. de C.V.SOFOM ENR;
  647 TELECOMM | Telecomunicaciones de México;
  648 EVERCORE | Evercore Casa de Bolsa, S.A. de C.V.;
  649 SKANDIA | Skandia Operadora de Fondos, S.A. de C.V.;
  651 SEGMTY | Seguros Monterrey New York Life, S.A de C.V;
  652 ASEA | Solución Asea, S.A. de C.V., Sociedad Financiera Popular;
  653 KUSPIT | Kuspit Casa de Bolsa, S.A. de C.V.;
  655 SOFIEXPRESS | J.P. SOFIEXPRESS, S.A. de C.V., S.F.P.;
  656 UNAGRA | UNAGRA, S.A. de C.V., S.F.P.;
  659 OPCIONES EMPRESARIALES DEL NOROESTE | OPCIONES EMPRESARIALES DEL NORESTE, S.A. DE C.V., S.F.P.;
  670 LIBERTAD | Libertad Servicios Financieros, S.A. De C.V.;
  901 CLS | Cls Bank International;
  902 INDEVAL | SD. Indeval, S.A. de C.V.;
`;

/** c_Banco. Three banks ended on 2017-08-13, the first day of the sixteen that came. */
export const bancos: Catalogue<Banco> = catalogue(
  'c_Banco',
  withColumns(
    nomina(table, {
      '2017-01-01/2017-08-13': '032 116 134',
      '2017-08-13': '147 148 149 150 151 152 153 154 155 156 157 158 159 160',
    }),
  ).map(({ columnas: [razonSocial = ''], ...row }): Banco => ({ ...row, razonSocial })),
);
