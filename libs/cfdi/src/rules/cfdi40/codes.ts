import { ruleCodes40 } from './index.js';

/** A code of the matrix: where it is checked, or why it can't be. `sello`: with the certificate, before the matrix. */
export interface Cfdi40Code {
  readonly code: string;
  readonly where: 'rule' | 'structure' | 'sello' | 'api' | 'no';
  readonly note?: string;
}

const LIST =
  'Pide buscar en toda la lista de RFC inscritos; lo que el contribuyente no tiene registrado lo dice';

const others: Readonly<Record<number, Omit<Cfdi40Code, 'code'>>> = {
  101: {
    where: 'structure',
    note: 'El PAC responde este código a una Fecha sin la forma pedida o fuera del calendario; la hora local, con 401.',
  },
  102: { where: 'sello', note: 'El PAC verifica el Sello con la llave del Certificado.' },
  106: { where: 'sello', note: 'El PAC lee el Certificado y compara su número con NoCertificado.' },
  117: { where: 'structure', note: 'El PAC responde este código a un TipoCambio sin la forma pedida.' },
  118: { where: 'no', note: 'Pide los tipos de cambio publicados de cada día.' },
  128: { where: 'no', note: 'Las claves de confirmación las da un PAC; el sandbox no da ninguna.' },
  129: { where: 'no', note: 'Como CFDI40128.' },
  138: { where: 'sello', note: 'El PAC compara el Nombre con el titular del Certificado.' },
  139: {
    where: 'no',
    note: 'Lo que se emite a través del adquirente lleva el sello de este; aquí solo sella el emisor (303).',
  },
  142: { where: 'no', note: 'El número de operación lo da y lo conoce solo la autoridad.' },
  144: { where: 'no', note: `${LIST} CFDI40145.` },
  147: { where: 'no', note: `${LIST} CFDI40148.` },
  164: {
    where: 'no',
    note: 'Lo que c_ClaveProdServ publica de los impuestos no es lo que el SAT exige: no se aplica.',
  },
  176: { where: 'structure', note: 'TipoFactor tiene solo tres valores: otro es de estructura (301).' },
  183: { where: 'structure', note: 'Como CFDI40176.' },
  189: { where: 'no', note: `${LIST} CFDI40190.` },
  192: { where: 'no', note: `${LIST} CFDI40193.` },
  209: { where: 'no', note: 'Pide lo mismo que CFDI40206, que lo dice antes.' },
  999: { where: 'no', note: 'Error sin clasificar: ninguna regla lo describe.' },
};

const notes: Readonly<Record<string, string>> = {
  CFDI40126: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40127: 'En pesos o sin moneda; en otras faltan los tipos de cambio publicados.',
  CFDI40143: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40145: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40148: 'Con la lista de RFC a la mano; sin ella no se juzga.',
  CFDI40162: 'Con el catálogo grande cargado; sin él no se juzga.',
  CFDI40163:
    'Hidrocarburos y Petrolíferos con las claves de c_ClaveHYP en I y E, desde 2026-04-24 (RMF 2.7.1.48); c_ClaveProdServ no señala otros complementos.',
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
export const cfdi40Codes: readonly Cfdi40Code[] = [
  ...Object.entries(others).map(([number, other]) => ({ code: `CFDI40${number}`, ...other })),
  ...[...ruleCodes40].map((code): Cfdi40Code => {
    const note = notes[code];
    return { code, where: 'rule', ...(note !== undefined && { note }) };
  }),
].sort((a, b) => (a.code < b.code ? -1 : 1));
