/**
 * Tariff codes of c_FraccionArancelaria (Comercio Exterior 2.0) of what Mexico exports most, with names that say what it is, in force
 * since 2024-01-18.
 * Columns: code | name | customs unit.
 */
// prettier-ignore
export const fracciones = `
  0210200100 | Carne de la especie bovina | 01
  0302320100 | Atunes de aleta amarilla (rabiles) (Thunnus albacares) | 01
  0306110100 | Langostas (Palinurus spp., Panulirus spp., Jasus spp.) | 01
  0402100100 | Leche en polvo o en pastillas | 01
  0402910100 | Leche evaporada | 01
  0402990100 | Leche condensada | 01
  0406100100 | Queso fresco (sin madurar), incluido el del lactosuero, y requesón | 01
  0406200100 | Queso de cualquier tipo, rallado o en polvo | 01
  0409000100 | Miel natural | 01
  0702000301 | Tomates "Cherry" | 01
  0703100201 | Cebollas | 01
  0703900100 | Puerros y demás hortalizas aliáceas | 01
  0707000100 | Pepinos y pepinillos, frescos o refrigerados | 01
  0709300100 | Berenjenas | 01
  0709600300 | Chile Habanero de la Península de Yucatán | 01
  0709700100 | Espinacas (incluida la de Nueva Zelanda) y armuelles | 01
  0710100100 | Papas (patatas) | 01
  0710400100 | Maíz dulce | 01
  0710800100 | Cebollas | 01
  0804200200 | Higos | 01
  0804300100 | Piñas (ananás) | 01
  0804400100 | Aguacates (paltas) | 01
  0804500500 | Mango Ataúlfo del Soconusco Chiapas | 01
  0805100100 | Naranjas | 01
  0805210100 | Mandarinas (incluidas las tangerinas y satsumas) | 01
  0805400100 | Toronjas y pomelos | 01
  0805500302 | Limón "sin semilla" o lima persa (Citrus latifolia) | 01
  0807200100 | Papayas | 01
  0810200101 | Frambuesas orgánicas | 01
  0810400101 | Arándanos azules (Vaccinium corymbosum) orgánicos | 01
  0810500100 | Kiwis | 01
  0811100100 | Fresas (frutillas) | 01
  0811909901 | Arándanos azules | 01
  0901110300 | Café Veracruz | 01
  0901110400 | Café Chiapas | 01
  0901110500 | Café Pluma | 01
  1005100100 | Para siembra | 01
  1005900400 | Maíz blanco (harinero) | 01
  1704100100 | Chicles y demás gomas de mascar, incluso recubiertos de azúcar | 01
  1902110100 | Que contengan huevo | 01
  1905310100 | Galletas dulces (con adición de edulcorante) | 01
  1905320100 | Barquillos y obleas, incluso rellenos ("gaufrettes", "wafers") y "waffles" ("gaufres") | 01
  1905400100 | Pan tostado y productos similares tostados | 01
  2009500100 | Jugo de tomate | 08
  2103100100 | Salsa de soja (soya) | 01
  2202910100 | Cerveza sin alcohol | 08
  2203000100 | Cerveza de malta | 08
  2208200100 | Cogñac | 08
  2208500100 | Gin y ginebra | 08
  2208600100 | Vodka | 08
  2208900200 | Bacanora | 08
  2208900301 | Tequila contenido en envases con capacidad inferior o igual a 5 litros | 08
  2208900400 | Sotol | 08
  2208900500 | Mezcal | 08
  2208900600 | Charanda | 08
  2208900700 | Raicilla | 08
  2523100100 | Cementos sin pulverizar o clínker | 01
  2523210100 | Cemento blanco, incluso coloreado artificialmente | 01
  2710129903 | Gasolina para aviones | 08
  2710129904 | Gasolina con octanaje inferior a 87 | 08
  2710129905 | Gasolina con octanaje superior o igual a 87 pero inferior a 92 | 08
  2710129906 | Gasolina con octanaje superior o igual a 92 pero inferior a 95 | 08
  2710199903 | Aceite diésel (gasóleo) y sus mezclas, con contenido de azufre inferior o igual a 15 ppm | 08
  2711110100 | Gas natural | 08
  2711120100 | Propano | 08
  2711130100 | Butanos | 08
  2711210100 | Gas natural | 08
  8504401300 | Controladores de velocidad para motores eléctricos | 06
  8504401500 | Cargadores para baterías que tengan dispositivo de control de carga | 06
  8517130100 | Teléfonos inteligentes | 06
  8517610100 | Estaciones base | 06
  8523590100 | Tarjetas y etiquetas de activación por proximidad | 06
  8528720600 | Con pantalla plana, incluso las reconocibles como diseñadas para vehículos automóviles | 06
  8536610400 | Portalámparas | 01
  8536700100 | Conectores de fibras ópticas, haces o cables de fibras ópticas | 01
  8536902800 | Cajas de conexión, de derivación, de corte, extremidad u otras cajas análogas | 01
  8544700100 | Cables de fibras ópticas | 01
  8703800100 | Eléctricos, excepto usados | 06
  8704600200 | Eléctricos, excepto usados | 06
  8708210100 | Cinturones de seguridad | 06
  8708290100 | Guardafangos | 06
  8708290200 | Capots (cofres) | 06
  8708290700 | Parrillas de adorno y protección para radiador | 06
  8708291900 | Ensambles de puertas | 06
  8708292000 | Partes troqueladas para carrocería | 06
  8708300900 | Cilindros maestros para mecanismos de frenos | 06
  8708301100 | Mangueras de frenos hidráulicos automotrices con conexiones | 06
  8708400300 | Cajas de velocidades automáticas | 06
  8708800900 | Barras de torsión | 06
  8708801200 | Bujes para suspensión | 06
  9018110100 | Electrocardiógrafos | 01
  9018120100 | Aparatos de diagnóstico por exploración ultrasónica | 06
  9018130100 | Aparatos de diagnóstico de visualización por resonancia magnética | 06
  9018390300 | Cánulas | 01
  9018900300 | Aparatos para medir la presión arterial | 01
  9018900700 | Bisturís | 01
  9018901800 | Desfibriladores | 06
  9018901900 | Estetoscopios | 01
  9018903100 | Equipos para hemodiálisis (riñón artificial) | 06
  9202900200 | Guitarras | 06
  9401200100 | Asientos de los tipos utilizados en vehículos automóviles | 06
  9403400100 | Muebles de madera de los tipos utilizados en cocinas | 06
  9403500100 | Muebles de madera de los tipos utilizados en dormitorios | 06
  9403700300 | Muebles de plástico | 06
  9504400100 | Naipes | 01
`;
