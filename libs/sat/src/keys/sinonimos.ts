/**
 * What people call what product keys are for, beside the tax authority's names and similar words: `key words`, separated by
 * semicolons. Ours, from how invoices are written; a search finds keys by them, and nothing else depends on them.
 */
export const sinonimos = `
  43211503 laptop, lap top, computadora portátil, notebook, macbook; 43211507 computadora de escritorio, PC, desktop, CPU;
  43211508 computadora personal, laptop, PC; 43211509 tablet, tableta, iPad; 43191501 celular, smartphone, iPhone, móvil;
  43211706 teclado, keyboard; 43211708 ratón, mouse; 43211900 pantalla, monitor; 43212100 impresora, printer;
  43212105 impresora láser; 43231500 software, licencia, programa, aplicación, app; 43202000 memoria USB, disco externo;
  43222600 router, módem, switch; 14111507 hojas, papel bond, resma; 14111704 papel higiénico, papel de baño;
  14111705 servilletas; 44121700 plumas, lapiceros, bolígrafos, lápices; 44103100 tóner, tinta, cartucho;
  15101514 gasolina magna, regular, verde; 15101515 gasolina premium, roja; 15101505 diésel;
  25172504 llantas, neumáticos; 25101503 coche, auto, automóvil, carro; 26111700 baterías, pilas;
  30111601 cemento, mortero; 39101600 focos, lámparas, LED; 56101500 muebles, sillas, mesas, escritorios;
  53101600 blusas, faldas; 53111600 zapatos, calzado, tenis; 60131324 ukulele, ukelele;
  60141000 juguetes; 55101500 libros, revistas; 50192100 botanas, papas fritas; 50202301 agua embotellada, garrafón;
  50202306 refresco, soda, coca; 50201700 café, té; 47131800 detergente, cloro, productos de limpieza;
  90101501 restaurante, comida, alimentos, consumo, comedor; 90101600 banquete, catering; 90111500 hotel, hospedaje;
  90111501 hotel, hospedaje, habitación, motel; 78101800 flete, transporte de carga, envío, mudanza;
  78102200 paquetería, mensajería, envío; 78111804 taxi, coche con chofer; 78111500 vuelo, avión, boleto de avión;
  78181500 taller mecánico, servicio del auto, afinación; 80131500 renta, alquiler, arrendamiento, local;
  80101500 consultoría, asesoría, consultor; 80111600 nómina externa, personal temporal, outsourcing;
  80121600 abogado, servicios legales, honorarios; 82101500 publicidad, anuncios, propaganda;
  80141600 mercadotecnia, marketing, ventas; 82101603 publicidad en internet, anuncios en línea, redes sociales;
  84111500 contador, contabilidad, honorarios contables; 84111505 nómina, pago de nómina; 84111506 facturación, anticipo;
  81111500 desarrollo de software, programación, página web, sistemas; 81112100 internet, hosting, nube, correo;
  81112500 licencia de software, suscripción, SaaS; 81161700 telefonía, internet; 83111603 celular, plan de telefonía;
  83101800 luz, energía eléctrica, electricidad; 83101500 agua potable, agua; 76111500 limpieza, intendencia;
  92121500 vigilancia, guardias, seguridad privada; 72101500 mantenimiento, albañil, reparaciones;
  85121600 médico, consulta médica, doctor; 85122000 dentista, odontólogo; 85121800 laboratorio, análisis clínicos;
  86121500 colegiatura, escuela, primaria; 86101700 capacitación, curso, taller; 84131500 seguro, póliza;
  93161700 impuestos, derechos; 82141500 diseño gráfico, logotipo, ilustración; 82131600 fotografía, fotógrafo, video;
  91101500 gimnasio, spa, belleza; 91101700 peluquería, salón de belleza, corte de pelo, estética;
  73152108 mantenimiento de equipo; 82121500 impresión, imprenta, lonas; 42142600 jeringa; 42132200 guantes, látex
`;
