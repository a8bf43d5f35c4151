import { catalogue, type Catalogue, type CatalogueEntry } from '../../catalogue.js';
import { cartaPorte } from './validity.js';

export interface CodigoTransporteAereo extends CatalogueEntry {
  /** Where the airline is from, as the catalogue groups them. */
  readonly nacionalidad: string;
  /** ICAO designator; absent for air taxis and private services. */
  readonly oaci?: string;
}

/** Airlines by nationality: the number after CA, the ICAO designator (NA: none) and the name. */
const aerolineas: Readonly<Record<string, string>> = {
  Asiáticas: `
    001 ANA All Nippon Airways LTD; 002 CPA Cathay Pacific Airways Limited;
    003 CSN China Southern Airlines; 004 UAE Emirates; 005 CHH Hainan Airlines; 006 KAL Korean Air;
    007 QTR Qatar Airlines; 171 CAO Air China Cargo;
  `,
  Canadienses: `
    008 ACA Air Canada; 009 TSC Air Transat (Transat A. T.);
    010 CJA Canjet (Imp Group Limited/Canjet Airlines); 011 CJT Cargojet Airways Ltd;
    012 FLE Flair Airlines; 013 JZA Jazz Air LP; 014 SWG Sunwing (Sunwing Airlines);
    015 WSW Swoop Airlines; 016 WJA West Jet (Westjet Airlines Ltd); 167 CJL Jetlines;
  `,
  'Centro y Sudamericanas': `
    017 ARG Aerolíneas Argentinas; 018 RPB Aerorepública;
    019 AVA Avianca (Aerovías Del Continente Americano); 020 CMP Copa (Compañía Panameña De Aviación);
    021 CUB Cubana (Cubana De Aviación); 022 JOS DHL De Guatemala (DHL De Guatemala);
    023 GLO GOL Linhas Aéreas; 024 LRC Lacsa (Líneas Aéreas Costarricences); 025 LCO LAN Cargo;
    026 LAN Lan Chile Airlines (Línea Aérea Nacional De Chile); 027 ARE Lan Colombia; 028 LPE Lanperu;
    029 TAI Taca (Taca International Airlines); 030 TPU Taca Peru (Trans American Airlines);
    031 TAM Tam Linhas Aereas; 032 TPA Tampa (Tampa Cargo); 033 TIW Transcarga International Airways;
    034 TOS Tropic Air Limited; 035 VVC Viva Air Colombia; 036 VOC Volaris Costa Rica;
    037 VRN VRG Linhas Aereas, S.A.; 173 AZU Azul Linhas Aéreas Brasileiras;
  `,
  'El Caribe': `
    038 BHS BahamasAir Holdings LTD;
  `,
  Estadounidenses: `
    039 UBA 21 Air; 040 ABX Abx (Abx Air); 041 ASA Alaska Airlines; 042 AAL American Airlines;
    043 AJT Amerijet International; 044 AJI Ameristar Air Cargo; 045 GTI Atlas Air;
    046 CXS BOSTON MAINE; 047 RWG C&M AIRWAYS; 048 WAL Caribbean Sun Airlines; 049 CWC CENTURION;
    050 CPZ Compass Airlines; 051 ASQ Continental Express (Express Jet); 052 DAL Delta Airlines;
    053 JSX Delux Public Air Charter Inc; 054 ENY Envoy Air, Inc; 055 FAO FALCON AIR EXPRESS;
    056 FDX FEDEX (Federal Express); 057 FWL Florida West; 058 FFT Frontier;
    059 TSU Gulf & Caribbean Cargo; 060 QXE Horizont Air (Horizont Air Industries);
    061 IJW Interjet West Inc; 062 JBU Jet Blue Air (Jet Blue Airways Corporation);
    063 KII Kalitta (Kalitta Charters II); 064 CKS Kalitta Air; 065 KEY Key Air Llc.;
    066 ASH Mesa Airlines (Mesa Airlines, Inc.); 067 BSK Miami Air (Miami Air International Inc);
    068 SCX MN Airlines; 069 NCR National Air Cargo Group. Inc.(National Airlines);
    070 NAC Northern Air Cargo Inc.; 071 ORN ORANGE AIR LLC; 072 RPA Republic Airlines;
    073 KYE Sky Lease I, Inc; 074 SKW Skywest Airlines; 075 SWA Southwest Airlines;
    076 NKS Spirit Airlines; 077 SCX Sun Country; 078 SWK Swift Air;
    079 VTS Tatonduk Outfitters Limited DBA Everts Air Cargo; 080 CXP Tem Enterprises;
    081 JUS U.S.A. Jet Airlines; 082 UJC Ultimate Jet Charter; 083 UAL United Airlines, Inc.;
    084 UPS Ups (United Parcel Service); 085 AWE US Air (U.S. Airways); 086 VRD Virgin America, Inc;
    168 VXP Avelo Airlines; 169 GWW Global Wings Express; 170 KAI KaiserAir;
  `,
  Europeas: `
    087 EWG Eurowings GMBH.; 088 ABD Air Atlanta Icelandic; 089 VER Air Berlín;
    090 AEA Air Europa (Air España); 091 AFR Air France (Société Air France); 092 AZA Alitalia;
    093 ADB Antonov Company (Aerolíneas Antonov); 094 AZV Azur Air; 095 BPA Blue Panorama;
    096 BAW British Airways; 097 ICL C.A.L. Cargo Airlines; 098 CLA CargoLogicAir;
    099 CLX Cargolux Airlines; 100 ICV Cargolux Italia S. P. A.; 101 CRL Corsair (Corse Air Int.);
    102 EDW Edelweiss (Edelweiss Air Ag) Air Ag; 103 EVE Evelop Airlines; 104 FIN Finn Air;
    105 ICE Flugleidir Hf. D/B/A Icelandair; 106 HFY Hi-Fly Transportes Aereos;
    107 IBE Iberia (Iberia Líneas Aéreas De España); 108 KAR IKAR LLC.;
    109 KLM K L M (Royal Dutch Airlines); 110 DLH Lufthansa (Deutsche Lufthansa Ag);
    111 GEC Lufthansa Cargo Ag; 112 MPH Martin Air (Martin Air Holland N.V);
    113 NOS Neos Air (Neos S.P.A.); 114 NWS Nordwind; 115 NAX Norwegian Air Shuttle;
    116 NVR NOVA AIRLINES; 117 OBS Orbest; 118 LOT Polskie Linie Lotnicze; 119 PVG Privilege Style;
    120 PLM Pullmantur; 121 ABG Royal Flight;
    122 RZO SATA International Servicios de Transportes Aereos, s.a.;
    123 VKG Scandinavia (Thomas Cook Airlines Scandinavia ); 124 TCX Thomas Cook (Thomas Cook Ltd);
    125 TOM Thomson Airways (Thomson Airways Ltd) Ltd; 126 TOM Thomson Fly Limited;
    127 AWC Titan Airways; 128 TSO Transaero Airlines; 129 TVL TRAVEL SERVICE; 130 TOM TUI Airways;
    131 JAF Tui Belgium; 132 TFL Tui Nederland; 133 TUI TUIFLY GMBH; 134 BLX Tuifly Nordic;
    135 THY Turkish Airlines; 136 VIR Virgin Atlantic Airways, Limited; 137 PLM Wamos Air, S.A.;
    138 WHT White Airways; 139 SEU Xl Airways (Xl Airways France);
  `,
  Mexicanas: `
    140 CFV Aéreo Calafia; 141 DMJ Aerolíneas Damojh (Global Air ); 142 TAO Aeromar;
    143 AMX Aeroméxico (Aerovías De México); 144 SLI Aeroméxico Connect (Aerolitoral);
    145 VTM Aeronaves TSM; 146 TAA Aeroservicios de La Costa;
    147 TNO Aerounión (Aerotransportes De Carga Union); 148 ESF Estafeta (Carga Aérea);
    149 AIJ Interjet (Abc Aerolíneas); 150 GMT Magnicharters (Grupo Aéreo Monterrey);
    151 MAA Mas Air (Más De Carga); 152 MCS MCS Aerocarga De México, S.A De C.V.;
    153 NTG Servicios Integrales De Aviacion, S.A. De C.V.;
    154 LCT Transportes Aéreos Regionales (TAR); 155 VIV Vivaaerobus (Aeroenlaces);
    156 VOI Volaris (Concesionaria Vuela Cia De Aviación); 157 NA Servicio de Taxi Aéreo;
    159 NA Servicios Privados No Comerciales; 161 RFD Aerus;
    162 MXA Mexicana (Aerolínea del Estado Mexicano); 163 EUS Eurus Aviation; 164 SEN Señor Air;
    165 WIN TM Aerolíneas;
  `,
  Extranjeras: `
    158 NA Servicio de Taxi Aéreo; 160 NA Servicios Privados No Comerciales;
  `,
  Ecuador: `
    166 GLG Avianca Ecuador;
  `,
  Malta: `
    172 AXY AirX Charter;
  `,
};

/** Keys from here on came later. */
const FIRST_OF_OCTOBER = 'CA161';

/** c_CodigoTransporteAereo. */
export const codigosTransporteAereo: Catalogue<CodigoTransporteAereo> = catalogue(
  'c_CodigoTransporteAereo',
  Object.entries(aerolineas)
    .flatMap(([nacionalidad, table]) =>
      cartaPorte(table).map((row): CodigoTransporteAereo => {
        const oaci = row.label.slice(0, row.label.indexOf(' '));
        const key = `CA${row.key}`;
        return {
          ...row,
          key,
          label: row.label.slice(oaci.length + 1),
          nacionalidad,
          ...(oaci !== 'NA' && { oaci }),
          ...(key >= FIRST_OF_OCTOBER && { validFrom: '2024-10-09' }),
        };
      }),
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1)),
);
