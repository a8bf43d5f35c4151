/**
 * Hazardous materials of c_MaterialPeligroso (Carta Porte 3.1) that are moved most: fuels, gases, solvents, acids, batteries. Every
 * entry of each UN number, in force since 2024-07-17.
 * Columns: UN number | name | class | secondary hazard | technical name.
 */
// prettier-ignore
export const materialesPeligrosos = `
  0012 | CARTUCHOS PARA ARMAS, CON PROYECTIL INERTE, o CARTUCHOS PARA ARMAS DE PEQUEÑO CALIBRE | 1.4S |  |
  0055 | VAINAS DE CARTUCHOS VACÍOS, CON CEBO | 1.4S |  |
  0065 | MECHA DETONANTE flexible | 1.1D |  |
  0081 | EXPLOSIVOS PARA VOLADURAS, TIPO A | 1.1D |  |
  0105 | MECHA DE SEGURIDAD (MECHA LENTA o MECHA BICKFORD) | 1.4S |  |
  0241 | EXPLOSIVOS PARA VOLADURAS, TIPO E | 1.1D |  |
  0255 | DETONADORES ELÉCTRICOS para voladuras | 1.4B |  |
  0331 | EXPLOSIVO PARA VOLADURAS, TIPO B | 1.5D |  |
  0335 | ARTIFICIOS DE PIROTECNIA | 1.3G |  |
  0336 | ARTIFICIOS DE PIROTECNIA | 1.4G |  |
  0337 | ARTIFICIOS DE PIROTECNIA | 1.4S |  |
  1001 | ACETILENO DISUELTO | 2.1 |  |
  1002 | AIRE COMPRIMIDO | 2.2 |  |
  1003 | AIRE LÍQUIDO REFRIGERADO | 2.2 | 5.1 |
  1005 | AMONIACO, ANHIDRO | 2.3 | 8 |
  1006 | ARGÓN COMPRIMIDO | 2.2 |  |
  1011 | BUTANO | 2.1 |  |
  1012 | BUTILENO | 2.1 |  |
  1013 | DIÓXIDO DE CARBONO | 2.2 |  |
  1017 | CLORO | 2.3 | 5.1 8 |
  1038 | ETILENO LÍQUIDO REFRIGERADO | 2.1 |  |
  1044 | EXTINTORES DE INCENDIOS que contienen gases comprimidos o licuados | 2.2 |  |
  1046 | HELIO COMPRIMIDO | 2.2 |  |
  1049 | HIDRÓGENO COMPRIMIDO | 2.1 |  |
  1057 | ENCENDEDORES o RECARGAS DE ENCENDEDORES que contienen gas inflamable | 2.1 |  |
  1066 | NITRÓGENO COMPRIMIDO | 2.2 |  |
  1070 | ÓXIDO NITROSO | 2.2 | 5.1 |
  1072 | OXÍGENO COMPRIMIDO | 2.2 | 5.1 |
  1073 | OXÍGENO LÍQUIDO REFRIGERADO | 2.2 | 5.1 |
  1075 | GASES DE PETRÓLEO, LICUADOS | 2.1 |  |
  1077 | PROPILENO | 2.1 |  |
  1079 | DIÓXIDO DE AZUFRE | 2.3 | 8 |
  1090 | ACETONA | 3 |  |
  1093 | ACRILONITRILO ESTABILIZADO | 3 | 6.1 |
  1114 | BENCENO | 3 |  |
  1120 | BUTANOLES | 3 |  |
  1123 | ACETATOS DE BUTILO | 3 |  |
  1133 | ADHESIVOS que contienen líquidos inflamables | 3 |  |
  1139 | SOLUCIONES PARA REVESTIMIENTOS (comprende los tratamientos de superficie o los revestimientos utilizados con fines industriales o de otra índole como revestimiento de bajos de vehículos, de bidones o de toneles) | 3 |  |
  1145 | CICLOHEXANO | 3 |  |
  1170 | ETANOL (ALCOHOL ETÍLICO) o ETANOL EN SOLUCIÓN (ALCOHOL ETÍLICO EN SOLUCIÓN) | 3 |  |
  1173 | ACETATO DE ETILO | 3 |  |
  1193 | ETIL METIL CETONA o METIL ETIL CETONA | 3 |  |
  1197 | EXTRACTOS LÍQUIDOS, para saborizar o aromatizar | 3 |  |
  1202 | GASOLEO o COMBUSTIBLE PARA MOTORES DIESEL o ACEITE MINERAL LIGERO PARA CALEFACCIÓN | 3 |  |
  1203 | COMBUSTIBLE PARA MOTORES o GASOLINA | 3 |  |
  1206 | HEPTANOS | 3 |  |
  1208 | HEXANOS | 3 |  |
  1210 | TINTA DE IMPRENTA, inflamable o MATERIALES RELACIONADOS CON LA TINTA DE IMPRENTA (incluido diluyente de tinta de imprenta o producto reductor), inflamables | 3 |  |
  1219 | ISOPROPANOL (ALCOHOL ISOPROPÍLICO) | 3 |  |
  1223 | QUEROSENO | 3 |  |
  1230 | METANOL | 3 | 6.1 |
  1247 | METACRILATO DE METILO MONÓMERO ESTABILIZADO | 3 |  |
  1263 | PINTURAS (incluidas pinturas, lacas, esmaltes, colorantes, goma laca, barnices, bruñidores, encáusticos, apresto líquido y bases líquidas para lacas) o PRODUCTOS PARA PINTURA (incluidos disolventes y diluyentes para pinturas) | 3 |  |
  1265 | PENTANOS líquidos | 3 |  |
  1266 | PRODUCTOS DE PERFUMERÍA que contengan disolventes inflamables | 3 |  |
  1267 | PETRÓLEO BRUTO | 3 |  |
  1268 | DESTILADOS DE PETRÓLEO, N.E.P. o PRODUCTOS DE PETRÓLEO, N.E.P. | 3 |  | Líquidos inflamables.
  1275 | PROPIONALDEHÍDO | 3 |  |
  1294 | TOLUENO | 3 |  |
  1299 | TREMENTINA | 3 |  |
  1300 | SUCEDÁNEO DE TREMENTINA | 3 |  |
  1307 | XILENOS | 3 |  |
  1350 | AZUFRE | 4.1 |  |
  1361 | CARBÓN de origen animal o vegetal | 4.2 |  |
  1402 | CARBURO DE CALCIO | 4.3 |  |
  1415 | LITIO | 4.3 |  |
  1428 | SODIO | 4.3 |  |
  1471 | HIPOCLORITO DE LITIO, SECO, o HIPOCLORITO DE LITIO EN MEZCLA | 5.1 |  |
  1486 | NITRATO DE POTASIO | 5.1 |  |
  1489 | PERCLORATO DE POTASIO | 5.1 |  |
  1495 | CLORATO DE SODIO | 5.1 |  |
  1547 | ANILINA | 6.1 |  |
  1593 | DICLOROMETANO | 6.1 |  |
  1648 | ACETONITRILO | 3 |  |
  1689 | CIANURO DE SODIO SÓLIDO | 6.1 |  |
  1710 | TRICLOROETILENO | 6.1 |  |
  1760 | LÍQUIDO CORROSIVO, N.E.P. | 8 |  | Corrosivos.
  1778 | ÁCIDO FLUOROSILÍCICO | 8 |  |
  1789 | ÁCIDO CLORHÍDRICO | 8 |  |
  1790 | ÁCIDO FLUORHÍDRICO con más del 60% de fluoruro de hidrógeno | 8 | 6.1 |
  1790 | ÁCIDO FLUORHÍDRICO con un máximo del 60% de fluoruro de hidrógeno | 8 | 6.1 |
  1791 | HIPOCLORITOS EN SOLUCIÓN | 8 |  |
  1805 | ÁCIDO FOSFÓRICO EN SOLUCIÓN | 8 |  |
  1814 | HIDRÓXIDO DE POTASIO EN SOLUCIÓN | 8 |  |
  1823 | HIDRÓXIDO DE SODIO SÓLIDO | 8 |  |
  1824 | HIDRÓXIDO DE SODIO EN SOLUCIÓN | 8 |  |
  1830 | ÁCIDO SULFÚRICO con más del 51% de ácido | 8 |  |
  1831 | ÁCIDO SULFÚRICO FUMANTE | 8 | 6.1 |
  1848 | ÁCIDO PROPIÓNICO con un mínimo del 10% y un máximo de 90%, en masa, de ácido | 8 |  |
  1863 | COMBUSTIBLE PARA MOTORES DE TURBINA DE AVIACIÓN | 3 |  |
  1866 | RESINA, SOLUCIONES DE, inflamables | 3 |  |
  1888 | CLOROFORMO | 6.1 |  |
  1897 | TETRACLOROETILENO | 6.1 |  |
  1942 | NITRATO DE AMONIO con un máximo del 0,2% de substancias combustibles, incluida toda substancia orgánica expresada en equivalente de carbono, con exclusión de cualquier otra substancia añadida | 5.1 |  |
  1944 | FÓSFOROS DE SEGURIDAD (en estuches, cartones o cajas) | 4.1 |  |
  1950 | AEROSOLES | 2 |  |
  1951 | ARGÓN LÍQUIDO REFRIGERADO | 2.2 |  |
  1961 | ETANO LÍQUIDO REFRIGERADO | 2.1 |  |
  1963 | HELIO LÍQUIDO REFRIGERADO | 2.2 |  |
  1964 | HIDROCARBUROS GASEOSOS COMPRIMIDOS EN MEZCLA, N.E.P. | 2.1 |  | Gases inflamables.
  1965 | HIDROCARBUROS GASEOSOS LICUADOS EN MEZCLA, N.E.P. | 2.1 |  | Gases inflamables.
  1966 | HIDRÓGENO LÍQUIDO REFRIGERADO | 2.1 |  |
  1971 | METANO COMPRIMIDO o GAS NATURAL COMPRIMIDO con alta proporción de metano | 2.1 |  |
  1972 | METANO LÍQUIDO REFRIGERADO o GAS NATURAL LÍQUIDO REFRIGERADO con alta proporción de metano | 2.1 |  |
  1977 | NITRÓGENO LÍQUIDO REFRIGERADO | 2.2 |  |
  1978 | PROPANO | 2.1 |  |
  1986 | ALCOHOLES INFLAMABLES, TÓXICOS, N.E.P. | 3 | 6.1 | Líquidos inflamables.
  1987 | ALCOHOLES, N.E.P. | 3 |  | Líquidos inflamables.
  1992 | LÍQUIDO INFLAMABLE, TÓXICO, N.E.P. | 3 | 6.1 | Líquidos inflamables.
  1993 | LÍQUIDO INFLAMABLE, N.E.P. | 3 |  | Líquidos inflamables.
  1999 | ALQUITRANES LÍQUIDOS, incluidos los aglomerantes para carreteras y los asfaltos rebajados | 3 |  |
  2014 | PERÓXIDO DE HIDRÓGENO EN SOLUCIÓN ACUOSA con un mínimo del 20% pero no más del 60% de peróxido de hidrógeno (estabilizada según sea necesario) | 5.1 | 8 |
  2015 | PERÓXIDO DE HIDRÓGENO ESTABILIZADO, o PERÓXIDO DE HIDRÓGENO EN SOLUCIÓN ACUOSA ESTABILIZADA con más del 60% de peróxido de hidrógeno | 5.1 | 8 |
  2031 | ÁCIDO NÍTRICO, excepto el ácido nítrico fumante rojo, con más del 70% de ácido nítrico | 8 | 5.1 |
  2031 | ÁCIDO NÍTRICO, excepto el ácido nítrico fumante rojo, con un mínimo del 65% pero no más del 70% de ácido nítrico | 8 | 5.1 |
  2031 | ÁCIDO NÍTRICO, excepto el ácido nítrico fumante rojo, con menos del 65% de ácido nítrico | 8 |  |
  2055 | ESTIRENO MONÓMERO ESTABILIZADO | 3 |  |
  2067 | ABONOS A BASE DE NITRATO DE AMONIO | 5.1 |  |
  2187 | DIÓXIDO DE CARBONO LÍQUIDO REFRIGERADO | 2.2 |  |
  2209 | FORMALDEHÍDO EN SOLUCIÓN con un mínimo del 25% de formaldehído | 8 |  |
  2211 | POLÍMERO EN BOLITAS DILATABLES que desprenden vapores inflamables | 9 |  |
  2212 | AMIANTO, ANFIBOL (amosita, tremolita, actinolita, antofilita, crocidolita) | 9 |  |
  2291 | PLOMO, COMPUESTO DE, SOLUBLE, N.E.P. | 6.1 |  | Tóxicos
  2312 | FENOL FUNDIDO | 6.1 |  |
  2468 | ÁCIDO TRICLOROISOCIANÚRICO SECO | 5.1 |  |
  2672 | AMONIACO EN SOLUCIÓN acuosa de densidad relativa comprendida entre 0,880 y 0,957 a 15 °C, con más del 10% pero no más del 35% de amoniaco | 8 |  |
  2693 | HIDROGENOSULFITOS EN SOLUCIÓN ACUOSA, N.E.P. | 8 |  | Corrosivos.
  2783 | PLAGUICIDA A BASE DE ORGANOFÓSFORO, SÓLIDO, TÓXICO | 6.1 |  | Tóxicos
  2790 | ÁCIDO ACÉTICO EN SOLUCIÓN con un mínimo del 50% pero no más del 80%, en masa, de ácido | 8 |  |
  2794 | ACUMULADORES ELÉCTRICOS DE ELECTROLITO LÍQUIDO ÁCIDO | 8 |  |
  2795 | ACUMULADORES ELÉCTRICOS DE ELECTROLITO LÍQUIDO ALCALINO | 8 |  |
  2796 | ÁCIDO SULFÚRICO con un máximo del 51% de ácido o ELECTROLITO ÁCIDO PARA BATERÍAS | 8 |  |
  2800 | ACUMULADORES ELÉCTRICOS NO DERRAMABLES DE ELECTROLITO LÍQUIDO | 8 |  |
  2810 | LÍQUIDO TÓXICO, ORGÁNICO, N.E.P. | 6.1 |  |
  2814 | SUBSTANCIA INFECCIOSA PARA EL SER HUMANO | 6.2 |  | Substancias que en contacto con el agua desprenden gases inflamables.
  2880 | HIPOCLORITO DE CALCIO HIDRATADO o HIPOCLORITO DE CALCIO HIDRATADO EN MEZCLA, con un mínimo del 5,5% pero no más del 16% de agua | 5.1 |  |
  2902 | PLAGUICIDA LÍQUIDO, TÓXICO, N.E.P. | 6.1 |  |
  2922 | LÍQUIDO CORROSIVO, TÓXICO, N.E.P. | 8 | 6.1 | Corrosivos.
  2924 | LÍQUIDO INFLAMABLE, CORROSIVO, N.E.P. | 3 | 8 | Corrosivos.
  2984 | PERÓXIDO DE HIDRÓGENO EN SOLUCIÓN ACUOSA con un mínimo del 8% pero menos del 20% de peróxido de hidrógeno (estabilizada según sea necesario) | 5.1 |  |
  3065 | BEBIDAS ALCOHÓLICAS, con más del 70% de alcohol en volumen | 3 |  |
  3065 | BEBIDAS ALCOHÓLICAS, con más del 24% pero no más del 70% de alcohol en volumen | 3 |  |
  3066 | PINTURAS (incluidas pinturas, lacas, esmaltes, colorantes, goma laca, barnices, bruñidores, encáusticos, apresto líquido y bases líquidas para lacas) o PRODUCTOS PARA PINTURA (incluidos disolventes y diluyentes para pinturas) | 8 |  |
  3077 | SUBSTANCIA SÓLIDA PELIGROSA PARA EL MEDIO AMBIENTE, N.E.P. | 9 |  |
  3082 | SUBSTANCIA LÍQUIDA PELIGROSA PARA EL MEDIO AMBIENTE, N.E.P. | 9 |  | Tóxicos
  3090 | BATERÍAS DE METAL LITIO (incluidas las baterías de aleación de litio) | 9 |  | Solidos que se inflaman con facilidad o pueden provocar o activar incendios por fricción.
  3091 | BATERÍAS DE METAL LITIO INSTALADAS EN UN EQUIPO O BATERÍAS DE METAL LITIO EMBALADAS CON UN EQUIPO (incluidas las baterías de aleación de litio) | 9 |  |
  3105 | PERÓXIDO ORGÁNICO LÍQUIDO TIPO D | 5.2 |  | Peróxidos orgánicos.
  3149 | PERÓXIDO DE HIDRÓGENO Y ÁCIDO PEROXIACÉTICO, EN MEZCLA, con ácido(s), agua y un máximo del 5% de ácido peroxiacético, ESTABILIZADA | 5.1 | 8 | Substancias que en contacto con el agua desprenden gases inflamables.
  3166 | VEHÍCULO PROPULSADO POR GAS INFLAMABLE o VEHÍCULO PROPULSADO POR LÍQUIDO INFLAMABLE o VEHÍCULO PROPULSADO POR PILA DE COMBUSTIBLE CONTENIENDO GAS INFLAMABLE o VEHÍCULO PROPULSADO POR PILA DE COMBUSTIBLE CONTENIENDO LÍQUIDO INFLAMABLE | 9 |  |
  3171 | VEHÍCULO ACCIONADO POR BATERÍA o APARATO ACCIONADO POR BATERÍA | 9 |  |
  3175 | SÓLIDO QUE CONTIENE LÍQUIDO INFLAMABLE, N.E.P. | 4.1 |  |
  3256 | LÍQUIDO A TEMPERATURA ELEVADA, INFLAMABLE, N.E.P., de punto de inflamación superior a 60 °C, a una temperatura igual o superior al punto de inflamación | 3 |  |
  3257 | LÍQUIDO A TEMPERATURA ELEVADA, N.E.P., a una temperatura igual o superior a 100°C e inferior a su punto de inflamación (incluidos los metales fundidos, las sales fundidas, etc.) | 9 |  | Líquidos inflamables.
  3260 | SÓLIDO CORROSIVO, ÁCIDO, INORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3262 | SÓLIDO CORROSIVO, BÁSICO, INORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3264 | LÍQUIDO CORROSIVO, ÁCIDO, INORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3265 | LÍQUIDO CORROSIVO, ÁCIDO, ORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3266 | LÍQUIDO CORROSIVO, BÁSICO, INORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3267 | LÍQUIDO CORROSIVO, BÁSICO, ORGÁNICO, N.E.P. | 8 |  | Corrosivos.
  3268 | DISPOSITIVOS DE SEGURIDAD de iniciación eléctrica | 9 |  | Corrosivos.
  3291 | DESECHOS CLÍNICOS, N.E.P. o DESECHOS (BIO)MÉDICOS, N.E.P. o DESECHOS MÉDICOS REGULADOS, N.E.P. | 6.2 |  | Tóxicos
  3295 | HIDROCARBUROS LÍQUIDOS, N.E.P. | 3 |  |
  3373 | SUBSTANCIA BIOLÓGICA, CATEGORÍA B | 6.2 |  |
  3412 | ÁCIDO FÓRMICO con un mínimo del 10% pero no más del 85%, en masa, de ácido | 8 |  |
  3469 | PINTURAS INFLAMABLES, CORROSIVAS (incluidas pinturas, lacas, esmaltes, colorantes, goma laca, barnices, bruñidores, encáusticos, apresto líquido y bases líquidas para lacas) o PRODUCTOS INFLAMABLES CORROSIVOS PARA PINTURA (incluidos disolventes y diluyentes para pinturas) | 3 | 8 | Tóxicos
  3475 | ETANOL Y GASOLINA, MEZCLA DE, o MEZCLA DE ETANOL Y COMBUSTIBLE PARA MOTORES con más del 10% de etanol | 3 |  |
  3480 | BATERÍAS DE IÓN LITIO (incluidas las baterías poliméricas de ión litio) | 9 |  |
  3481 | BATERÍAS DE IÓN LITIO INSTALADAS EN UN EQUIPO o BATERÍAS DE IÓN LITIO EMBALADAS CON UN EQUIPO (incluidas las baterías poliméricas de ión litio) | 9 |  |
  3494 | PETRÓLEO BRUTO ÁCIDO, INFLAMABLE, TÓXICO | 3 | 6.1 |
`;
