import type { EfosAnswer, EfosEntry, Situation } from '../lists/port.js';

/** RFCs that the sandbox has in its list of article 69-B, one for each situation. Well-formed, and not assigned to anyone. */
export const SANDBOX_EFOS: Readonly<Record<Situation, string>> = {
  Previsto: 'PRE010101AAA',
  Presunto: 'PSU010101AAA',
  Desvirtuado: 'DES010101AAA',
  Definitivo: 'DEF010101AAA',
  'Sentencia favorable': 'SEN010101AAA',
  'EFOS de información suprimida': 'SUP010101AAA',
};

const UPDATED_ON = '2026-10-30';

const entryOf = (situation: Situation): EfosEntry => {
  const isJudged = situation !== 'Previsto' && situation !== 'EFOS de información suprimida';
  const inList = (text: string, of: boolean): string => (of ? text : '');
  return {
    rfc: SANDBOX_EFOS[situation],
    name: `EMPRESA DE PRUEBA ${situation.toUpperCase()}`,
    situation,
    presuncionOficio: inList('500-05-2025-10001 de fecha 15 de enero de 2025', isJudged),
    presuncionSat: inList('17/01/2025', isJudged),
    presuncionOficioDof: inList('500-05-2025-10001 de fecha 15 de enero de 2025', isJudged),
    presuncionDof: inList('03/02/2025', isJudged),
    definitivoSat: inList('20/06/2025', situation === 'Definitivo'),
    definitivoDof: inList('07/07/2025', situation === 'Definitivo'),
    sentenciaOficio: inList(
      '500-05-2026-20002 de fecha 4 de mayo de 2026',
      situation === 'Sentencia favorable',
    ),
    sentenciaSat: inList('06/05/2026', situation === 'Sentencia favorable'),
  };
};

const entries = new Map(
  (Object.keys(SANDBOX_EFOS) as Situation[]).map((situation) => [
    SANDBOX_EFOS[situation],
    entryOf(situation),
  ]),
);

/** The list of article 69-B of the Test environment. */
export function sandboxEfos(rfc: string): EfosAnswer {
  const entry = entries.get(rfc);
  return { updatedOn: UPDATED_ON, entries: entry ? [entry] : [] };
}
