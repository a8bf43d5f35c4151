/**
 * The seaports and the larger airports of Mexico in c_Estaciones (Carta Porte 3.1), in force since 2024-07-17.
 * Columns: key | name | means of transport (02 sea, 03 air) | IATA.
 */
// prettier-ignore
export const estaciones = `
  EA0411 | Licenciado Jesus Teran Peredo | 03 | AGU
  EA0413 | General Rodolfo Sanchez Taboada | 03 | MXL
  EA0414 | General Abelardo L. Rodriguez | 03 | TIJ
  EA0415 | Cabo San Lucas | 03 | CSL
  EA0416 | General Manuel Marquez De Leon | 03 | LAP
  EA0417 | Loreto | 03 | LTO
  EA0418 | Los Cabos | 03 | SJD
  EA0419 | Ciudad Del Carmen | 03 | CME
  EA0420 | Ingeniero Alberto Acuña Ongay | 03 | CPE
  EA0421 | Palenque | 03 | PQM
  EA0422 | Tapachula | 03 | TAP
  EA0423 | Angel Albino Corzo | 03 | TGZ
  EA0424 | Abraham González | 03 | CJS
  EA0425 | General Roberto Fierro Villalobos | 03 | CUU
  EA0426 | Benito Juárez | 03 | MEX
  EA0429 | Piedras Negras | 03 | PDS
  EA0430 | Plan De Guadalupe | 03 | SLW
  EA0431 | Francisco Sarabia | 03 | TRC
  EA0432 | Licenciado Miguel De La Madrid | 03 | CLQ
  EA0433 | Playa De Oro | 03 | ZLO
  EA0434 | General Guadalupe Victoria | 03 | DGO
  EA0435 | Base Aérea Militar No.1 Santa Lucia | 03 | NLU
  EA0436 | Licenciado Adolfo Lopez Mateos | 03 | TLC
  EA0437 | Guanajuato | 03 | BJX
  EA0438 | General Juan N. Alvarez | 03 | ACA
  EA0439 | Ixtapa Zihuatanejo | 03 | ZIH
  EA0440 | Don Miguel Hidalgo Y Costilla | 03 | GDL
  EA0442 | Licenciado Gustavo Díaz Ordaz | 03 | PVR
  EA0443 | Lázaro Cárdenas | 03 | LZC
  EA0444 | General Francisco J. Mujica | 03 | MLM
  EA0445 | Licenciado Y General Ignacio Lopez Rayón | 03 | UPN
  EA0447 | Amado Nervo | 03 | TPQ
  EA0448 | General Mariano Escobedo | 03 | MTY
  EA0449 | Aeropuerto Del Norte | 03 | NTR
  EA0450 | Bahías De Huatulco | 03 | HUX
  EA0452 | Xoxocotlan | 03 | OAX
  EA0453 | Puerto Escondido | 03 | PXM
  EA0455 | Hermanos Serdán | 03 | PBC
  EA0456 | Ingeniero Fernando Espinoza Gutiérrez | 03 | QRO
  EA0457 | Chetumal | 03 | CTM
  EA0458 | Cancún | 03 | CUN
  EA0459 | Cozumel | 03 | CZM
  EA0460 | Ponciano Arriaga | 03 | SLP
  EA0462 | Federal De Bachigualato | 03 | CUL
  EA0463 | Federal Del Valle Del Fuerte | 03 | LMM
  EA0464 | General Rafael Buelna | 03 | MZT
  EA0465 | Ciudad Obregón | 03 | CEN
  EA0466 | General Jose Maria Yáñez | 03 | GYM
  EA0467 | General Ignacio Pesqueira Garcia | 03 | HMO
  EA0468 | Nogales | 03 | NOG
  EA0469 | Punta Peñasco | 03 | PPE
  EA0470 | C.P.A. Carlos Rovirosa Perez | 03 | VSA
  EA0471 | General Pedro J. Méndez | 03 | CVM
  EA0472 | General Servando Canales | 03 | MAM
  EA0473 | Quetzalcóatl | 03 | NLD
  EA0474 | General Lucio Blanco | 03 | REX
  EA0475 | General Francisco Javier Mina | 03 | TAM
  EA0476 | El Lencero | 03 | JAL
  EA0477 | Minatitlán | 03 | MTT
  EA0478 | El Tajín | 03 | PAZ
  EA0479 | General Heriberto Jara Corona | 03 | VER
  EA0481 | Licenciado Manuel Crescencio Rejón | 03 | MID
  EA0482 | General Leobardo C. Ruiz | 03 | ZCL
  PM001 | Rosarito | 02 |
  PM002 | La Misión | 02 |
  PM003 | El Sauzal | 02 |
  PM004 | Marina Coral | 02 |
  PM005 | Ensenada | 02 |
  PM006 | Punta China | 02 |
  PM007 | San Quintín | 02 |
  PM008 | Isla Cedros | 02 |
  PM009 | Venustiano Carranza | 02 |
  PM010 | Bahía de los Ángeles | 02 |
  PM011 | Puertecitos | 02 |
  PM012 | San Felipe | 02 |
  PM013 | Costa Azul | 02 |
  PM014 | Bahía Colonet | 02 |
  PM015 | La Paz | 02 |
  PM016 | Pichilingue | 02 |
  PM017 | Puerto de Loreto | 02 |
  PM018 | Puerto de Santa Rosalía | 02 |
  PM019 | Puerto Escondido | 02 |
  PM020 | San Carlos | 02 |
  PM021 | Cabo San Lucas | 02 |
  PM022 | Guerrero Negro | 02 |
  PM023 | Santa María | 02 |
  PM024 | Isla San Marcos | 02 |
  PM025 | Adolfo López Mateos | 02 |
  PM026 | San Juan de la Costa | 02 |
  PM027 | Punta prieta | 02 |
  PM028 | San José del Cabo | 02 |
  PM029 | Los Barriles | 02 |
  PM030 | Mulege | 02 |
  PM031 | Isla del Carmen | 02 |
  PM032 | Campeche | 02 |
  PM033 | Cayo Arcas | 02 |
  PM034 | Seybaplaya | 02 |
  PM035 | Isla Arena | 02 |
  PM036 | San Francisco | 02 |
  PM037 | Lerma | 02 |
  PM038 | Champotón | 02 |
  PM039 | Sabancuy | 02 |
  PM040 | Isla Aguada | 02 |
  PM041 | Emiliano Zapata | 02 |
  PM042 | Nuevo Campechito | 02 |
  PM043 | Takuntah | 02 |
  PM044 | Yúum K'ak Naab | 02 |
  PM045 | Puerto Chiapas | 02 |
  PM046 | Manzanillo | 02 |
  PM047 | San Pedrito | 02 |
  PM048 | Laguna de Cuyutlán | 02 |
  PM049 | Acapulco | 02 |
  PM050 | Zihuatanejo | 02 |
  PM051 | Butaba | 02 |
  PM052 | Vicente Guerrero | 02 |
  PM053 | Puerto Marqués | 02 |
  PM054 | Puerto Vallarta | 02 |
  PM055 | Barra de Navidad | 02 |
  PM056 | Lázaro Cárdenas | 02 |
  PM057 | San Blas | 02 |
  PM058 | Nuevo Vallarta | 02 |
  PM059 | Cruz de Huanacaxtle | 02 |
  PM060 | Chacala | 02 |
  PM061 | Salina Cruz | 02 |
  PM062 | Bahías de Huatulco | 02 |
  PM063 | Puerto Escondido | 02 |
  PM064 | Puerto Angel | 02 |
  PM065 | Puerto Juárez | 02 |
  PM066 | Isla Mujeres isla | 02 |
  PM067 | Cancún | 02 |
  PM068 | Puerto Morelos | 02 |
  PM069 | Playa del Carmen | 02 |
  PM070 | Punta Venado | 02 |
  PM071 | Puerta Aventuras | 02 |
  PM072 | Punta Allen | 02 |
  PM073 | Majahual | 02 |
  PM074 | La Aguada | 02 |
  PM075 | Xcalac | 02 |
  PM076 | Chetumal | 02 |
  PM077 | Holbox | 02 |
  PM078 | Mazatlán | 02 |
  PM079 | Topolobampo | 02 |
  PM080 | Altata | 02 |
  PM081 | El Sábalo | 02 |
  PM082 | Escuinapa | 02 |
  PM083 | Teacapan | 02 |
  PM084 | Guaymas | 02 |
  PM085 | Puerto Peñasco | 02 |
  PM086 | Golfo de Santa Clara | 02 |
  PM087 | Bahía Kino | 02 |
  PM088 | Yavaros | 02 |
  PM089 | Puerto Libertad | 02 |
  PM090 | General Rodolfo Sánchez Toboada | 02 |
  PM091 | San Carlos | 02 |
  PM092 | Dos Bocas | 02 |
  PM093 | Frontera | 02 |
  PM094 | Chiltepec | 02 |
  PM095 | Sanchez Magallanes | 02 |
  PM096 | Puerto Altamira | 02 |
  PM097 | Puerto Tampico | 02 |
  PM098 | Puerto Matamoros | 02 |
  PM099 | La Pesca | 02 |
  PM100 | Puerto de Veracruz | 02 |
  PM101 | Tuxpan | 02 |
  PM102 | Coatzacoalcos | 02 |
  PM103 | Pajaritos | 02 |
  PM104 | Alvarado | 02 |
  PM105 | Tlacotalpan | 02 |
  PM106 | Nautla | 02 |
  PM107 | Tecolutla | 02 |
  PM108 | Puerto Progreso | 02 |
  PM109 | Celestún | 02 |
  PM110 | Sisal | 02 |
  PM111 | Chuburná | 02 |
  PM112 | Yucalpetén | 02 |
  PM113 | Telchac | 02 |
  PM114 | Chabihau | 02 |
  PM115 | Dzilam de Bravo | 02 |
  PM116 | San Felipe | 02 |
  PM117 | Río Lagartos | 02 |
  PM118 | Las Coloradas | 02 |
  PM119 | El Cuyo | 02 |
  PM120 | Extranjera | 02 |
  PM121 | Cozumel isla | 02 |
  PM122 | Cozumel municipio | 02 |
  PM123 | Isla Mujeres municipio | 02 |
`;
