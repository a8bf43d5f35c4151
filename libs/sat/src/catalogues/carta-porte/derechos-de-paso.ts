import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { withColumns } from '../rows.js';
import { cartaPorte } from './validity.js';

export interface DerechoDePaso extends CatalogueEntry {
  /** First and last point of the stretch. The label is the right's own number, such as N-18. */
  readonly entre: string;
  readonly hasta: string;
  /** Whether the concessionaire lets others pass (Otorga) or passes itself (Recibe). */
  readonly sentido: 'Otorga' | 'Recibe';
  readonly concesionario: string;
}

/** Concessionaires, as each row of the catalogue writes them. */
const concesionarios = `
  1 Vía ferrea del Noroeste (Actualmente Kansas City Southern de México, S.A de C.V.);
  2 Vía férrea Pacífico-Norte (actualmente Ferrocarril Mexicano, S.A. de C.V.);
  3 Vía corta del Istmo de Tehuantepec (actualmente Ferrocariil del Istmo de Tehuantepec, S.A. de C.V.);
  4 Vía férrea del Istmo de Tehuantepec (actualmente Ferrocarril del Itsmo de Tehuantepec, S.A. de
    C.V.);
  5 Vía férrea del Noreste (actualmente Kansas City Southern de México, S.A. de C.V.);
  6 Vía Ferrea del sur;
  7 Vía Ferrea de Hidalgo;
  8 Vía troncal Pacífico-Norte (actualmente Ferrocarril Mexicano, S.A. de C.V.);
  9 Vía férrea del Sureste (actualmente Ferrosur, S.A. de C.V.);
  10 Vía férrea de Chiapas, del Mayab, y a los que presten servicio de transporte ferroviario en el
    corredor del Istmo de Tehuantepec (actualmente Líneas Chiapas y Mayab);
  11 Vía férrea Sureste (actualmente Ferrosur, S.A de C.V.);
  12 Vía férrea de Chiapas (actualmente Líneas Chiapas y Mayab);
  13 Vía corta de Oaxaca (actualmente Ferrosur, S.A. de C.V.);
  14 Troncal del Sureste (actualmente Ferrosur, S.A. de C.V.);
  15 Vía férrea del Sur (actualmente Ferrosur, S.A. de C.V.);
  16 Vía corta tramo Tres Valles -San Cristóbal (actualmente Ferrosur, S.A. de C.V.);
  17 Vía corta del Sur (actualmente Ferrosur, S.A. de C.V.);
  18 Vía troncal del Sureste (actualmente Ferrosur, S.A. de C.V.);
  19 Vía troncal del Noreste (actualmente Kansas City Southern de México, S.A. de C.V.;
  20 Vía férrea de la Terminal del Valle de México (actualmente Ferrocarril y Terminal del Valle de
    México, S.A. de C.V.);
  21 Vía férrea del Noreste (actualmente Kansas City Southern de México, S.A. de C.V.;
  22 Vía Ferrocarril y Terminal del Valle de México (actualmente Ferrocarril y Terminal del Valle de
    México, S.A. de C.V.);
  23 Vía férrea de la Terminal Ferroviaria del Valle de México, S.A. de C.V.;
  24 Vía férrea de Hidalgo (actualmente Ferrosur, S.A. de C.V.);
  25 Vía férrea del Pacífico-Norte (actualmente Ferrocarril Mexicano, S.A. de C.V.);
`;

/** Number after CDP, right, first point, last point, O(torga) or R(ecibe), concessionaire. */
const derechos = `
  001 D-1 | Torreón (Km. DA-251+000) | Villa Juárez (Km. DA-238+000) | R | 1;
  002 D-1 | Torreón (Km. DA-251+000) | Villa Juárez (Km. DA-238+000) | O | 2;
  003 DPL-1 | Mariscala (Km. A-263+922) | Guadalajara (Km. I-259+500) | O | 1;
  004 DPL-1 | Mariscala (Km. A-263+922) | Guadalajara (Km. I-259+500) Así como en el tramo comprendido
    entre los kilómetros T-1763+960 y T-1760+000 | R | 2;
  005 DPL-2 | Viborillas (Km. BC-8+756) | Encantada (Km.B-892+875) | R | 1;
  006 DPL-2 | Viborillas (Km. BC-8+756) | Encantada (Km. B-892+875) | O | 2;
  007 IT-1 | Medias Aguas (Km. Z-95+928 = G-299+869) | Salina Cruz (Km. Z-303+304) | R | 3;
  008 IT-2 | Medias Aguas (Km. Z-95 y 928 = G-299+869) | Conexión Dto. Arriaga (Km. Z-254+200) | R | 4;
  009 IT-3 | Medias Aguas (Km. Z-95 y 928 = G-299+869) | Conexión Dto. Arriaga (Km. Z-254+200) | R | 4;
  010 IT-4 | Lagunas (Z-212+000) | Conexión Dto. Arriaga (Km. Z-254+200) | R | 4;
  011 IT-5 | Salina Cruz (Km. Z-303+304) | Conexión Dto. Arriaga (Km. Z-254+600 | R | 4;
  012 IT-6 | Conexión Dto. Arriaga (Km. Z-254+600) | Ixtepec (KM. Z-257+000) | R | 4;
  013 IT-7 | Medias Aguas (Km. Z-95 y 928 = G-299+869) | Salina Cruz (Km. Z-303+304) | R | 4;
  014 N-1 | Topo Grande (Km. M-528+000) | Patio Monterrey Carga-Cerro La Silla (Km. M-500+000) | R | 1;
  015 N-1 | Topo Grande (Km. M-528+000) | Patio Monterrey Carga -Cerro La Silla (Km. M-500+000) | O | 2;
  016 N-10 | Buenavista (Km. Juárez 1+000 / Morelos 1+000) | Lechería (Km. Juárez 24+000 / Morelos
    24+000) | O | 2;
  017 N-10 | Buenavista (Km. Juárez-1+000 = Morelos-1+000) | Lechería (Km. Juárez-24+000 = Morelos
    24+000) | R | 5;
  018 N-11 | Buenavista (Km. Juárez 1+000 / Morelos 1+000) | Cortavía Juárez-45+712 = Morelos-45+712 | O
    | 2;
  019 N-11 | Buenavista (Km. Juárez-1+100 / Morelos-1+100) | Cortavía Juárez-45+712 = Morelos -45+712 |
    R | 5;
  020 N-12 | Tramos que se requieran para que los trenes uti.icen el patio de San Lorenzo | Patio de San
    Lorenzo | O | 6;
  021 N-12 | Tramos que se requieran para que los trenes uti.icen el patio de San Lorenzo | Patio de San
    Lorenzo | O | 7;
  022 N-13 | Lechería (Juárez -19+415 = Morelos-19+549) | Buenavista (Km. Juárez-1+000 = Morelos-1+000)
    | O | 2;
  023 N-14 | Buenavista (Km. Juárez 1+000 = Morelos-1+000) | Terminal de Valle de México (Km.
    Juárez-10+470 = Morelos-10+596) | O | 2;
  024 N-15 | Kms. V-217+026 = VB-189+027 | V-219+100 | O | 2;
  025 N-15 | Kms. V-217+026 = VB-189+027 | Km. V-219+100 | R | 5;
  026 N-17 | San Juan del Río (Km. AL -0+000) | San Nicolás (Km. AL-11+245 = B-213+000) | R | 1;
  027 N-17 | San Juan del Río (Km. AL -0+000) | San Nicolás (Km. AL-11+245 = B-213+000) | O | 2;
  028 N-18 | La Griega (Km. B-251+535 = Morelos 227+438) | Huehuetoca (Km. Juárez -43+724 / Morelos
    -43+724) | R | 1;
  029 N-18 | La Griega (Km. B-251+535 = Morelos 227+438) | Huehuetoca (Km. Juárez -43+724 / Morelos
    -43+724) | O | 2;
  030 N-2 | Apodaca (Km. F-17+000) | Conexión Distrito Matamoros (Km. F-0+000 = B-1029+026 ) - Km.
    B-1027+080 | R | 1;
  031 N-2 | Apodaca (Km. F-17+000) | Conexión Distrito Matamoros (Km. F-0+000 = B1029+026) -kilómetro
    B-1027+080 | O | 2;
  032 N-20 | Santa Fé (v-454+600) | Jalapa (V-338+600) | O | 2;
  033 N-3 | Monterrey Carga Km. B-1027+060 | Leona Km. B-1009+000 | R | 1;
  034 N-3 | Monterrey Carga, Km. B-1027+060 | Leona, Km. B-1009+000 | O | 2;
  035 N-4 | Tampico (Km. L-665+000) | Árbol Grande (Km. L-672+419 = M-4+128)- Doña Cecilia (Km.
    L-674+000) | R | 1;
  036 N-4 | Tampico (Km. L-665+000) | Árbol Grande (Km. L-672+419 = M-4+128)- Doña Cecilia (Km
    L-674+000) | O | 2;
  037 N-5 | Ramos Arizpe (Km. B-929+007 = R-424+650) | Encantada (Km.B-892+875) | R | 1;
  038 N-5 | Ramos Arizpe Km. B-929+007 = R-424+650 | Encantada (Km. B-892+875) | O | 2;
  039 N-6 | Vías Juárez y Morelos de la doble vía electrificada entre la La Griega (Km. Morelos -227+438
    = B-251+535) | Mariscala (Km. B-285+922 = A-263+922) | R | 1;
  040 N-6 | Vías Juárez y Morelos de la doble vía electrificada entre La Griega (Km. Morelos -227+438 =
    B-251+535) | Mariscala (Km. B-285+922 = A-263+922) | O | 2;
  041 N-6 | Vía Juárez del Km. B-265+078.35 = J-240+817.73 | Km. B-285 + 861 = JM-262+094.30 | O | 2;
  042 N-7 | Celaya (Km. NB-68+692) | Escobedo (Km. B-315+000) | R | 1;
  043 N-7 | Celaya (Km. NB-68+692 | Escobedo (Km. B-315+000) | O | 2;
  044 N-8 | Teotihuacán (Km. VS-0+695) | Empalme Línea "V" (Km. 18+781 = VK-24+883) | O | 2;
  045 N-8 | Teotihuacán (Km. VS-0+695) | Empalme línea "V" (Km. V-18+781 = VK-24+883) | R | 5;
  046 N-9 | Buenavista (Km. Juárez 1+000 / Morelos 1+000) | Huehuetoca (Juárez -43+724 / Morelos
    -43+724) | R | 1;
  047 N-9 | Buenavista (Km. Juárez 1+000 / Morelos 1+000) | Huehueteca (Juárez-43+724 / Morelos-43+724)
    | O | 2;
  048 PN-1 | Tabaloapa | Chihuahua | O | 1;
  049 PN-10 | Árbol Grande (Km. M-4+128 = L-672+419) | Altamira (Km. M-27+571) | O | 1;
  050 PN-10 | Árbol Grande (Km. M-4+128 = L-672+419) | Altamira (Km. M-27+571) | R | 2;
  051 PN-11 | Arellano (Km. A-574+000) | Chicalote (Km. L-14+320 = A-599+320) | O | 1;
  052 PN-11 | Arellano (Km. A-574+000) | Chicalote (Km. L-14+320 = A-599+320) | R | 2;
  053 PN-12 | Viborillas (Km. BC-8+756) | Huehuetoca (Km. B-49+000) | O | 1;
  054 PN-12 | Viborillas (Km. BC-8+756) | Huehuetoca (Km. B-49+000) | R | 2;
  055 PN-13 | Sabinas (Km. R-115+000) | Ciudad Frontera (Km. R-240+443) | O | 1;
  056 PN-13 | Sabinas (Km. R-115+000) | Ciudad Frontera (Km. R-240+443) | O | 8;
  057 PN-14 | Línea Divisoria Nogales, Son. - Nogales, AZ. (Km. TA-0+000 al TA-0+500, Y T-0+000) |
    Nogales (Km. T-8+000) | O | 1;
  058 PN-14 | kilómetros TA-O+000 al TA-0+500 | kilómetros T-0+000 (Línea divisoria Nogales,
    Son.-Nogales, Az.) al T-8+000 (Nogales) | R | 8;
  059 PN-15 | Nogales | Guaymas | O | 1;
  060 PN-15 | Nogales | Guaymas | R | 8;
  061 PN-17 | Torreón (A-1131+750) | Escalón (A-1298+130 = RD-338+174) | O | 1;
  062 PN-17 | Torreón (A1131+750) | Escalón (A-1298+130 = RD-338+174 | O | 8;
  063 PN-2 | Chihuahua (Km. A-1615+000) | Ciudad Juárez (Km. A-1974+406 puente internacional Ferrocarril
    Burlington Northern / Santa Fe). | O | 1;
  064 PN-5 | T-741+000 | T-741+650 | O | 1;
  065 PN-7 | Pedro C. Morales (Km. M-477+000) | Cerro La Silla (Km. M-500+000) | O | 1;
  066 PN-7 | Pedro C Morales (Km. M-477+000) | Cerro la Silla (Km. M-500+000) | R | 2;
  067 PN-8 | Topo Grande (Km. M-528+000) | Chipinque (Km. M-552+000) | O | 1;
  068 PN-8 | Topo Grande (Km. M-528+000) | Chipinque (Km. M-552+000) | R | 2;
  069 PN-9 | Celaya (Km. A-289+503) | Silao (Km. A-385+000 Y AE-7+000) | O | 1;
  070 PN-9 | Celaya (Km. A-289+513) | Silao (Km. A-378+000 y AE-7+000) | R | 2;
  071 S-1 | Santa Fé (Km. V-454+600) | Patio de Veracruz (Km. V-470+100 y S-418+800) | R | 9;
  072 S-1 | Santa Fé (Km. V-454+600) | Veracruz (Km. V-470+100 y S-419+288) | O | 5;
  073 S-2 | Medias Aguas (Km. Z-95+928 = G-299+869) | Coatzacoalcos (Km. Z-4+709 y FA-0+000 al FA-8+000)
    | O | 10;
  074 S-2 | Medias Aguas (Km. Z-95+928 = G-299+869) | Coatzacoalcos (Km. Z-4+709 y FA-0+000 al FA-8+000)
    | R | 11;
  075 S-3 | Coatzacoalcos (Km. FA-8+000) | Medias Aguas (Km. Z-95+928 = G-299+869) | O | 12;
  076 S-3 | Coatzacoalcos (FA-8+000) | Medias Aguas (Km. Z-95+928 = G-299+869) | R | 11;
  077 S-5 | El Chapo (Km. FA-18+000) | Coatzacoalcos (Km. FA-0+000) | O | 12;
  078 S-5 | Chapo (Km. FA-18+000) | Coatzacoalcos (Km. FA-0+000) | R | 11;
  079 S-6 | Coatzacoalcos (Km. FA-0+000) | Medias Aguas (Km. Z-95+928 = G-299+869) | O | 12;
  080 S-6 | Coatzacoalcos (Km. FA-0+000) | Medias Aguas (Km. Z-95+928 = G-299+869) | R | 11;
  081 S-7 | Sánchez (Km. E-150+000) | Puebla (Km. VB-109+000) | O | 13;
  082 S-7 | Sánchez (Km. E-150+000) | Puebla (VB-109+000) | R | 14;
  083 S-8 | Empalme Distrito de Atencingo (Km. VB-101+000) | Puebla (Km. VB-109+946) | O | 15;
  084 S-8 | Empalme distrito de Atencingo (Km. VB-101+000) | Puebla (Km. VB-109+946) | R | 14;
  085 S-9 | Tres Valles (Km. G-133+565) | Tierra Blanca (Km G-93+000) | O | 16;
  086 SUR -1=S-4 | Puebla (Km. VB-109+000) | Oriental (Km. VB-189+027 = V-217+026) | O | 5;
  087 SUR-1 | Puebla (Km. VB-109+000) | Oriental (km. VB-189+027 = V-217+026) | R | 15;
  088 SUR-2 | Xoxtla (Km. VB-85+500) | Empalme distrito de Atencingo (Km. VB-101+000) | R | 17;
  089 SUR-2 | Xoxtla (Km. VB-85+500) | Empalme distrito de Atencingo (Km. VB-101+000) | O | 18;
  090 SUR-3 | San lorenzo (Km. VB-000+600) | Puerto Seco, Puebla | O | 19;
  091 TVM-1 | Lechería (Km. H-0+295 = B-21+020) | Teotihuacán (Km. VS-0+695) | R | 20;
  092 TVM-1 | Lechería( Km. H-0+295 = B-21+020) | Teotihuacán (Km. VS-0+695) | O | 21;
  093 TVM-10 | Km. S-13+100 = VK-0+000 | Km. VK-27+000 | R | 22;
  094 TVM-10 | S-13+100 = VK -0+000 | VK-27+000 | O | 9;
  095 TVM-11 | S-0+000 = A-12+386 | VK-27+000 | R | 23;
  096 TVM-11 | S-0+000 = A-12+386 | VK-27+000 | O | 15;
  097 TVM-12 | Km. A-2+576 y B-7+715 | Km. A-21+500 y B-24+000 | R | 22;
  098 TVM-12 | A-2+576 | A-21+500 | O | 9;
  099 TVM-13 | Jaltocán (Km. H-18+800) | Pantaco (Km. B-7+715 y A-2+576) | R | 22;
  100 TVM-13 | Jaltocán (Km. H-18+800) | Pantaco (Km. B-7+715 y A-2+576) | O | 24;
  101 TVM-14 | Huehuetoca (Km. A-47+000) | Lechería (Km. A-21+500) | R | 22;
  102 TVM-2 | Terminal de Valle de México (Km. A-12+386 = S-0+000) | Teotihuacán (Km. S-43+483) | R |
    20;
  103 TVM-2 | Terminal del Valle de México (Km. A-12+386 = S-0+000) | Teotihuacán (Km. S-43+483) | O |
    21;
  104 TVM-3 | Kilómetros VK-24+883 = V-18+781 | Los Reyes (Km. VK-27+000) | R | 20;
  105 TVM-3 | Kilómetros VK-24+883 = V-18+781 | Los Reyes (Km. VK-27+000) | O | 21;
  106 TVM-4 | Naucalpan (Km. N-11+000) | Pantaco (Km. A-4+138) | R | 20;
  107 TVM-4 | Naucalpan (Km. N-11+000) | Pantaco (Km. A-4+138) | O | 21;
  108 TVM-5 | Kilómetros N-1+095 | N-2+438 = CNA -0+000 | R | 20;
  109 TVM-5 | N-1+095 | N-2+438 = CNA -0+000 | O | 21;
  110 TVM-6 | A-2+576 | A-43+969 | R | 1;
  111 TVM-6 | A-2+576 | A-43+969 | O | 25;
  112 TVM-7 | A-2+576 | A-44+000 | R | 20;
  113 TVM-7 | A-2+576 | A-43+969 | O | 21;
  114 TVM-8 | Km. H-0+295 = B-21+020 | Km. S-47+616 | R | 22;
  115 TVM-8 | H-0+295 = B-21+020 | S-47+616 | O | 9;
  116 TVM-9 | S-0+000 = A-12+386 | S-47+616 (Teotihuacán) | R | 22;
  117 TVM-9 | S-0+000 = A-12+386 | S-43+483 | O | 9;
  118 TEMP-1 | Arellano (Km. A-574+000) | Silao | R | 2;
  119 TEMP-2 | Santa Fé (Km. V454+600) | Jalapa (V-338+600) | R | 5;
`;

const names = new Map(cartaPorte(concesionarios).map(({ key, label }) => [key, label]));

/** c_DerechosDePaso: of railways over the tracks of another. */
export const derechosDePaso: Catalogue<DerechoDePaso> = catalogue(
  'c_DerechosDePaso',
  withColumns(cartaPorte(derechos)).map(
    ({ columnas: [entre = '', until = '', sentido, concesionario = ''], ...row }): DerechoDePaso => ({
      ...row,
      key: `CDP${row.key}`,
      entre,
      hasta: until,
      sentido: sentido === 'O' ? 'Otorga' : 'Recibe',
      concesionario: names.get(concesionario) ?? '',
    }),
  ),
);
