import pg from 'pg';

/** Type numbers of PostgreSQL's catalogue. */
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * How columns of read models are read back: as `evolve` returned them. The driver's own Date objects would
 * make a row that was loaded differ from one that was kept, and shift dates by the process's time zone.
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number): ((text: string) => unknown) => {
    const parse = pg.types.getTypeParser(oid);
    if (oid === DATE) return (text) => text;
    if (oid === TIMESTAMPTZ) return (text) => (parse(text) as Date).toISOString();
    return parse;
  }) as typeof pg.types.getTypeParser,
};
