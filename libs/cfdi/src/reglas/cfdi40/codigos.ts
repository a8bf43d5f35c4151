import { codigosDeReglas40 } from './index.js';

/** A code of the matrix: where it is checked, or why it can't be. `sello`: with the certificate, before the matrix. */
export interface CodigoCfdi40 {
  readonly codigo: string;
  readonly donde: 'regla' | 'estructura' | 'sello' | 'api' | 'no';
  readonly nota?: string;
}

const LISTA =
  'Pide buscar en toda la lista de RFC inscritos; lo que el contribuyente no tiene registrado lo dice';

const otros: Readonly<Record<number, Omit<CodigoCfdi40, 'codigo'>>> = {
  101: {
    donde: 'estructura',
    nota: 'El PAC responde este código a una Fecha sin la forma pedida o fuera del calendario; la hora local, con 401.',
  },
  102: { donde: 'sello', nota: 'El PAC verifica el Sello con la llave del Certificado.' },
  106: { donde: 'sello', nota: 'El PAC lee el Certificado y compara su número con NoCertificado.' },
  117: { donde: 'estructura', nota: 'El PAC responde este código a un TipoCambio sin la forma pedida.' },
  118: { donde: 'no', nota: 'Pide los tipos de cambio publicados de cada día.' },
  128: { donde: 'no', nota: 'Las claves de confirmación las da un PAC; el sandbox no da ninguna.' },
  129: { donde: 'no', nota: 'Como CFDI40128.' },
  138: { donde: 'sello', nota: 'El PAC compara el Nombre con el titular del Certificado.' },
  139: {
    donde: 'no',
    nota: 'Lo que se emite a través del adquirente lleva el sello de este; aquí solo sella el emisor (303).',
  },
  142: { donde: 'no', nota: 'El número de operación lo da y lo conoce solo la autoridad.' },
  144: { donde: 'no', nota: `${LISTA} CFDI40145.` },
  147: { donde: 'no', nota: `${LISTA} CFDI40148.` },
  163: { donde: 'no', nota: 'c_ClaveProdServ no señala complementos para ninguna clave.' },
  164: {
    donde: 'no',
    nota: 'Lo que c_ClaveProdServ publica de los impuestos no es lo que el SAT exige: no se aplica.',
  },
  176: { donde: 'estructura', nota: 'TipoFactor tiene solo tres valores: otro es de estructura (301).' },
  183: { donde: 'estructura', nota: 'Como CFDI40176.' },
  189: { donde: 'no', nota: `${LISTA} CFDI40190.` },
  192: { donde: 'no', nota: `${LISTA} CFDI40193.` },
  209: { donde: 'no', nota: 'Pide lo mismo que CFDI40206, que lo dice antes.' },
  999: { donde: 'no', nota: 'Error sin clasificar: ninguna regla lo describe.' },
};

const notas: Readonly<Record<string, string>> = {
  CFDI40126: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40127: 'En pesos o sin moneda; en otras faltan los tipos de cambio publicados.',
  CFDI40143: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40145: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40148: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40162: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40165: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40187: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40190: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40193: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40194: 'La aduana siempre; año, patente y cantidad con el catálogo grande cargado.',
  CFDI40196: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40199: 'La aduana siempre; año, patente y cantidad con el catálogo grande cargado.',
  CFDI40226: 'ObjetoImp 06 y 08 (2024-12-13); el número no está en la matriz de nuestro material.',
  CFDI40227: 'ObjetoImp 07 (2024-12-13); el número no está en la matriz de nuestro material.',
};

/** Every code of the CFDI 4.0 matrix, in its order. */
export const codigosCfdi40: readonly CodigoCfdi40[] = [
  ...Object.entries(otros).map(([numero, otro]) => ({ codigo: `CFDI40${numero}`, ...otro })),
  ...[...codigosDeReglas40].map((codigo): CodigoCfdi40 => {
    const nota = notas[codigo];
    return { codigo, donde: 'regla', ...(nota !== undefined && { nota }) };
  }),
].sort((a, b) => (a.codigo < b.codigo ? -1 : 1));
