/** English names of the keys of Carta Porte 3.1, by catalogue: `KEY name;`. */
export const cartaPorteEnglish = {
  transportes: '01 road; 02 sea; 03 air; 04 rail; 05 other;',
  tiposEstacion: '01 national origin; 02 intermediate; 03 national final destination;',
  tiposPermiso: `
    TPAF01 federal road transport of general cargo; TPAF02 private transport of cargo;
    TPAF03 federal road transport of specialised cargo: hazardous materials and waste;
    TPAF04 transport of vehicles not under their own power, on car carriers;
    TPAF05 transport of cargo of great weight or volume, up to 90 tonnes;
    TPAF06 transport of specialised cargo of great weight or volume, more than 90 tonnes;
    TPAF07 private transport of hazardous materials and waste; TPAF08 international long-haul road transport of cargo;
    TPAF09 international long-haul road transport of specialised cargo: hazardous materials and waste;
    TPAF10 federal road transport of general cargo in the border strip with the United States;
    TPAF11 federal road transport of specialised cargo in the border strip with the United States;
    TPAF12 towing on the general roads; TPAF13 towing, recovery and storage of vehicles on the general roads;
    TPAF14 parcel and courier service on the general roads;
    TPAF15 special transport for industrial cranes of up to 90 tonnes;
    TPAF16 federal service for leasing companies of the federal public service;
    TPAF17 companies that move new vehicles; TPAF18 manufacturers or distributors of new vehicles;
    TPAF19 express permit for double-trailer trucks on federal roads and bridges;
    TPAF20 federal road transport of specialised cargo: cash and valuables;
    TPTM01 temporary permit for coastal navigation;
    TPTA01 concession or permit for the regular national or international service of Mexican companies;
    TPTA02 permit for the regular air service of foreign companies;
    TPTA03 permit for the non-regular national and international charter service;
    TPTA04 permit for the non-regular national and international air taxi service;
    TPXX00 permit that is not in the catalogue;
  `,
  configuracionesAutotransporte: `
    VL light cargo vehicle (2 tyres on the front axle, 2 on the rear axle);
    C2 rigid truck (2 tyres on the front axle, 4 on the rear axle);
    C3 rigid truck (2 tyres on the front axle, 6 or 8 on the two rear axles);
    C2R2 truck and trailer (6 tyres on the truck, 8 on the trailer);
    C3R2 truck and trailer (10 tyres on the truck, 8 on the trailer);
    C2R3 truck and trailer (6 tyres on the truck, 12 on the trailer);
    C3R3 truck and trailer (10 tyres on the truck, 12 on the trailer);
    T2S1 tractor and semi-trailer (6 tyres on the tractor, 4 on the semi-trailer);
    T2S2 tractor and semi-trailer (6 tyres on the tractor, 8 on the semi-trailer);
    T2S3 tractor and semi-trailer (6 tyres on the tractor, 12 on the semi-trailer);
    T3S1 tractor and semi-trailer (10 tyres on the tractor, 4 on the semi-trailer);
    T3S2 tractor and semi-trailer (10 tyres on the tractor, 8 on the semi-trailer);
    T3S3 tractor and semi-trailer (10 tyres on the tractor, 12 on the semi-trailer);
    T2S1R2 tractor, semi-trailer and trailer (6, 4 and 8 tyres);
    T2S2R2 tractor, semi-trailer and trailer (6, 8 and 8 tyres);
    T2S1R3 tractor, semi-trailer and trailer (6, 4 and 12 tyres);
    T3S1R2 tractor, semi-trailer and trailer (10, 4 and 8 tyres);
    T3S1R3 tractor, semi-trailer and trailer (10, 4 and 12 tyres);
    T3S2R2 tractor, semi-trailer and trailer (10, 8 and 8 tyres);
    T3S2R3 tractor, semi-trailer and trailer (10, 8 and 12 tyres);
    T3S2R4 tractor, semi-trailer and trailer (10, 8 and 16 tyres);
    T2S2S2 tractor and two semi-trailers (6, 8 and 8 tyres);
    T3S2S2 tractor and two semi-trailers (10, 8 and 8 tyres);
    T3S3S2 tractor and two semi-trailers (10, 12 and 8 tyres);
    OTROEVGP specialised in cargo of great volume or weight; OTROSG crane service;
    GPLUTA boom crane, type A; GPLUTB boom crane, type B; GPLUTC boom crane, type C; GPLUTD boom crane, type D;
    GPLATA platform tow truck, type A; GPLATB platform tow truck, type B; GPLATC platform tow truck, type C;
    GPLATD platform tow truck, type D;
  `,
  tiposRemolque: `
    CTR001 easel; CTR002 box; CTR003 open box; CTR004 closed box; CTR005 refuse box with front loader;
    CTR006 refrigerated box; CTR007 dry box; CTR008 transfer box; CTR009 low bed or gooseneck;
    CTR010 container chassis; CTR011 conventional chassis; CTR012 special equipment; CTR013 stakes;
    CTR014 car carrier; CTR015 industrial crane; CTR016 crane; CTR017 integral; CTR018 cage;
    CTR019 half stake bed; CTR020 pallet or cells; CTR021 platform; CTR022 platform with crane;
    CTR023 curtain-side platform; CTR024 stake bed; CTR025 refrigerator; CTR026 concrete mixer; CTR027 half box;
    CTR028 tank; CTR029 hopper; CTR031 dump body; CTR032 removable dump body;
  `,
  tiposFigura: '01 operator; 02 owner; 03 lessor; 04 notified party; 05 member of a coordinated company;',
  partesTransporte: `
    PT01 rigid truck; PT02 truck; PT03 tractor; PT04 trailer; PT05 semi-trailer; PT06 light cargo vehicle; PT07 crane;
    PT08 aircraft; PT09 ship or vessel; PT10 rail car; PT11 container; PT12 locomotive;
  `,
  configuracionesMaritimas: `
    B01 supply vessel; B02 barge; B03 bulk carrier; B04 container ship; B05 dredger; B06 fishing vessel;
    B07 general cargo; B08 chemical tanker; B09 ferry; B10 ro-ro cargo; B11 research; B12 tanker; B13 gas carrier;
    B14 tug; B15 extraordinary specialisation;
  `,
  tiposCarga: `
    CGS loose general cargo; CGC containerised general cargo; GMN bulk minerals; GAG agricultural bulk;
    OFL other fluids; PYD petroleum and derivatives;
  `,
  contenedoresMaritimos: `
    CM001 refrigerated container, 20 ft; CM002 refrigerated container, 40 ft; CM003 standard container, 8 ft;
    CM004 standard container, 10 ft; CM005 standard container, 20 ft; CM006 standard container, 40 ft;
    CM007 open side container; CM008 isotank container; CM009 flat rack container; CM010 tank ship; CM011 ferry;
    CM012 ferry, tourist and empty;
  `,
  tiposServicio: `
    TS01 rail cars; TS02 intermodal rail cars; TS03 unit train of rail cars; TS04 intermodal unit train;
  `,
  tiposTrafico: `
    TT01 local traffic; TT02 interline traffic, sent; TT03 interline traffic, received; TT04 interline traffic, in transit;
  `,
  tiposCarro: `
    TC01 box car; TC02 gondola; TC03 hopper; TC04 tank; TC05 intermodal platform; TC06 general use platform;
    TC07 automotive platform; TC08 locomotive; TC09 special car; TC10 passengers; TC11 track maintenance;
  `,
  contenedores: "TC01 20'; TC02 40'; TC03 45'; TC04 48'; TC05 53';",
  regimenesAduaneros: `
    IMD definitive import; EXD definitive export; ITR temporary import, to be returned in the same state;
    ITE temporary import for processing, transformation or repair, companies with an IMMEX program;
    ETR temporary export, to be returned in the same state;
    ETE temporary export for processing, transformation or repair; DFI bonded warehouse;
    RFE processing, transformation or repair in a bonded area; RFS strategic bonded area; TRA transit;
  `,
  documentosAduaneros: `
    01 customs declaration (pedimento); 02 authorisation of temporary import;
    03 authorisation of temporary import of vessels;
    04 authorisation of temporary import of goods for the maintenance and repair of goods imported temporarily;
    05 authorisation to import specially built vehicles for a contract from a public tender;
    06 notice of temporary export;
    07 notice of transfer of goods, companies with an IMMEX program, RFE or authorised economic operators;
    08 notice of transfer of auto parts from the border strip or region to the vehicle industry in the rest of the country;
    09 certificate of temporary import, return or transfer of containers; 10 certificate of transfer of goods;
    11 authorisation to donate goods that are abroad to the treasury; 12 ATA carnet; 13 exchange lists;
    14 permit of temporary import; 15 permit of temporary import of mobile homes;
    16 permit of temporary import of vessels; 17 request to donate goods in emergencies or natural disasters;
    18 consolidated notice; 19 notice of crossing of goods; 20 other;
  `,
  tiposMateria: `
    01 raw material; 02 processed material; 03 finished material (finished product);
    04 material for the manufacturing industry; 05 other;
  `,
  sectoresCofepris: `
    01 medicines; 02 precursors and dual-use chemicals; 03 psychotropics and narcotics; 04 toxic substances;
    05 pesticides and fertilisers;
  `,
  formasFarmaceuticas: `
    01 tablet; 02 capsules; 03 compressed tablets; 04 sugar-coated tablets; 05 suspension; 06 solution; 07 emulsion;
    08 syrup; 09 injectable; 10 cream; 11 ointment; 12 aerosol; 13 medicinal gas; 14 gel; 15 implant; 16 ovule;
    17 patch; 18 paste; 19 powder; 20 suppository;
  `,
  condicionesEspeciales: '01 frozen; 02 refrigerated; 03 controlled temperature; 04 ambient temperature;',
  tiposEmbalaje: `
    1A1 steel drums, non-removable head; 1A2 steel drums, removable head; 1B1 aluminium drums, non-removable head;
    1B2 aluminium drums, removable head; 1D plywood drums; 1G fibre drums; 1H1 plastic drums, non-removable head;
    1H2 plastic drums, removable head; 1N1 metal drums, other than steel or aluminium, non-removable head;
    1N2 metal drums, other than steel or aluminium, removable head; 3A1 steel jerricans, non-removable head;
    3A2 steel jerricans, removable head; 3B1 aluminium jerricans, non-removable head;
    3B2 aluminium jerricans, removable head; 3H1 plastic jerricans, non-removable head;
    3H2 plastic jerricans, removable head; 4A steel boxes; 4B aluminium boxes; 4C1 natural wood boxes, ordinary;
    4C2 natural wood boxes with sift-proof walls; 4D plywood boxes; 4F reconstituted wood boxes; 4G fibreboard boxes;
    4H1 expanded plastic boxes; 4H2 solid plastic boxes; 5H1 woven plastic bags without inner liner or coating;
    5H2 woven plastic bags, sift-proof; 5H3 woven plastic bags, water-resistant; 5H4 plastic film bags;
    5L1 textile bags without inner liner or coating; 5L2 textile bags, sift-proof; 5L3 textile bags, water-resistant;
    5M1 multiwall paper bags; 5M2 multiwall paper bags, water-resistant;
    6HA1 composite packaging: plastic receptacle in a steel drum;
    6HA2 composite packaging: plastic receptacle in a steel crate or box;
    6HB1 composite packaging: plastic receptacle in an aluminium drum;
    6HB2 composite packaging: plastic receptacle in an aluminium crate or box;
    6HC composite packaging: plastic receptacle in a wooden box;
    6HD1 composite packaging: plastic receptacle in a plywood drum;
    6HD2 composite packaging: plastic receptacle in a plywood box;
    6HG1 composite packaging: plastic receptacle in a fibre drum;
    6HG2 composite packaging: plastic receptacle in a fibreboard box;
    6HH1 composite packaging: plastic receptacle in a plastic drum;
    6HH2 composite packaging: plastic receptacle in a solid plastic box;
    6PA1 composite packaging: glass, porcelain or stoneware receptacle in a steel drum;
    6PA2 composite packaging: glass, porcelain or stoneware receptacle in a steel crate or box;
    6PB1 composite packaging: glass, porcelain or stoneware receptacle in an aluminium drum;
    6PB2 composite packaging: glass, porcelain or stoneware receptacle in an aluminium crate or box;
    6PC composite packaging: glass, porcelain or stoneware receptacle in a wooden box;
    6PD1 composite packaging: glass, porcelain or stoneware receptacle in a plywood drum;
    6PD2 composite packaging: glass, porcelain or stoneware receptacle in a wickerwork hamper;
    6PG1 composite packaging: glass, porcelain or stoneware receptacle in a fibre drum;
    6PG2 composite packaging: glass, porcelain or stoneware receptacle in a fibreboard box;
    6PH1 composite packaging: glass, porcelain or stoneware receptacle in expanded plastic packaging;
    6PH2 composite packaging: glass, porcelain or stoneware receptacle in solid plastic packaging;
    7H1 plastic packages; 7L1 textile packages; Z01 not applicable;
  `,
} as const satisfies Readonly<Record<string, string>>;
