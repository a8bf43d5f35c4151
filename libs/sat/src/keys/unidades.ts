/** Common keys of c_ClaveUnidad, with the tax authority's names. */
export const unidades = `
  H87 Pieza; E48 Unidad de servicio; ACT Actividad; KGM Kilogramo; GRM Gramo; LTR Litro; MTR Metro;
  MTK Metro cuadrado; MTQ Metro cúbico; HUR Hora; DAY Día; MON Mes; ANN Año; WEE Semana;
  MIN Minuto [unidad de tiempo]; SEC Segundo [unidad de tiempo]; EA Elemento; PR Par; SET Conjunto;
  XBX Caja; XPK Paquete; XKI Kit (Conjunto de piezas); XUN Unidad; XPX Pallet; XBG Bolso; XCT Cartón;
  XBO Botella no-protegida y cilíndrica; XCA Lata rectangular; XDR Tambor; XJR Tarro; XTU Tubo; XRO Rollo;
  XSA Saco; XBJ Cubeta; XPC Paquete postal; XCR Cajón; XCS Estuche; XBA Barril; XPA Cajetilla;
  XNE Sin empaque o no empaquetado; KT Kit; DPC Docenas de piezas; DZN Docena; GRO Gross; CEN Centenar;
  MIL Mil; C62 Uno; E51 Trabajo; E54 Viaje; A9 Tarifa; 11 Equipos; 10 Grupos; INH Pulgada; FOT Pie;
  YRD Yarda; INK Pulgada cuadrada; FTK Pie cuadrado; YDK Yarda cuadrada; SMI Milla (milla estatal);
  KMT Kilómetro; KMK Kilómetro cuadrado; CMT Centímetro; CMK Centímetro cuadrado; CMQ Centímetro cúbico;
  MMT Milímetro; MMK Milímetro cuadrado; MLT Mililitro; CLT Centilitro; DLT Decilitro; HLT Hectolitro;
  MGM Miligramo; TNE Tonelada (tonelada métrica); LTN Tonelada (UK) o tonelada larga (estados unidos);
  STN Tonelada (estados unidos) o tonelada corta (UK y estados unidos); LBR Libra; ONZ Onza (avoirdupois);
  OZA Onza líquida (estados unidos); GLL Galón (EUA); GLI Galón (UK); QT Cuarto (EUA); PT Pinta (US);
  BLL Barril (EUA); BUI Bushel (UK); KWH Kilowatt hora; KWT Kilowatt; WTT Watt; MWH Megawatt hora;
  BTU Unidad térmica británica (tabla internacional); MTS Metro por segundo; KMH Kilómetro por hora;
  4L Megabyte; AD Byte; 2P Kilobyte; E34 Gigabyte; E35 Terabyte; E49 Día de trabajo; IE Personas;
  P1 Tanto por ciento; M4 Valor monetario; HAR hectárea; ACR Acre; MIK Milla cuadrada (milla estatal);
  KMQ Kilogramo por metro cúbico; ZZ Mutuamente definido; NMP Número de paquetes; NAR Número de artículos;
  NPR Número de parejas; LO Lote [unidad de adquisición]; SX Envío; RM Resma; CTM Quilatage métrico;
  Q3 Comida; H18 Hectómetro cuadrado; TP Paquete de diez; OT Hora extra; LH Hora de trabajo;
  LS Suma global; HC Conteo en cientos;
`;
