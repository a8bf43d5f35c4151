import pg from 'pg';
import { unpackJson } from '#kernel';

const { DATE, JSON: JSON_TEXT, TIMESTAMPTZ }: Record<string, number> = pg.types.builtins;

/**
 * How columns of read models are read back: as `evolve` returned them. The driver's own Date objects would
 * make a row that was loaded differ from one that was kept, and shift dates by the process's time zone.
 * Large JSON is stored packed (see stored-rows.ts).
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number): ((text: string) => unknown) => {
    const parse = pg.types.getTypeParser(oid);
    if (oid === JSON_TEXT) return (text) => JSON.parse(unpackJson(text)) as unknown;
    if (oid === DATE) return (text) => text;
    if (oid === TIMESTAMPTZ) return (text) => (parse(text) as Date).toISOString();
    return parse;
  }) as typeof pg.types.getTypeParser,
};
