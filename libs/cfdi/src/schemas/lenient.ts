import { field, findNearest, type Detail } from '#kernel';
import type { Catalogue } from '#sat';
import type { JsonObject } from '../json-object.js';
import type { DataReading, GivenFields } from './data.js';
import type { ElementSchema } from './schema.js';
import type { SimpleType } from './types.js';
import { toLenientText } from './lenient-values.js';

/**
 * Reads the JSON of people who do not spell as the tax authority does: `cve_tip_div_o_util` is CveTipDivOUtil, 1 is the
 * key 01 where only one key has that number, true is SI. Names and values that are exact are taken first, as they are.
 */
export function lenientReading(
  catalogueOf: (type: SimpleType) => Catalogue | undefined,
  limits: Pick<DataReading, 'maxRows' | 'maxDetails'>,
): DataReading {
  return {
    ...limits,
    readFields: (schema, data, path, details) =>
      readAlikeFields(schema, data, { path, details, maxDetails: limits.maxDetails ?? Infinity }),
    toText: ({ type }, given, path, details) =>
      toLenientText(type, catalogueOf(type), given, path, (detail) => details.push(detail)),
  };
}

/** A name without what JSON writes differently: case, and what stands between words. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[_\s-]/g, '');

/** A longer name is none of ours, and is cut where it is repeated in a message. */
const LONGEST_NAME = 100;

interface Names {
  readonly exact: ReadonlySet<string>;
  readonly byFold: ReadonlyMap<string, string>;
}
const namesBySchema = new WeakMap<ElementSchema, Names>();

function namesOf(schema: ElementSchema): Names {
  let names = namesBySchema.get(schema);
  if (names === undefined) {
    const all = [...schema.attributes.keys(), ...schema.children.map(({ element }) => element.name)];
    names = { exact: new Set(all), byFold: new Map(all.map((name) => [foldName(name), name])) };
    namesBySchema.set(schema, names);
  }
  return names;
}

/** What a name in the caller's spelling stands for; undefined where the table has nothing like it. */
const meantBy = ({ exact, byFold }: Names, name: string): string | undefined =>
  exact.has(name) ? name : name.length > LONGEST_NAME ? undefined : byFold.get(foldName(name));

interface Place {
  readonly path: string;
  readonly details: Detail[];
  readonly maxDetails: number;
}

/** The fields by the table's names; two spellings of one name are refused, since one of the values would be lost. */
function readAlikeFields(schema: ElementSchema, data: JsonObject, place: Place): GivenFields {
  const { path, details, maxDetails } = place;
  const names = namesOf(schema);
  const values = new Map<string, unknown>();
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    if (details.length >= maxDetails) break;
    const here = `${path}.${name.slice(0, LONGEST_NAME)}`;
    const meant = meantBy(names, name);
    if (meant === undefined) details.push(unknownField(names, name, here, data));
    else if (values.has(meant)) details.push(repeatedField(here, written[meant] ?? meant));
    else {
      values.set(meant, value);
      if (meant !== name) written[meant] = name;
    }
  }
  return { values, written };
}

/** The field that was meant is one that is not there under its own name. */
function unknownField({ exact }: Names, name: string, path: string, data: JsonObject): Detail {
  const suggestion = findNearest(
    name,
    [...exact].filter((word) => !Object.hasOwn(data, word)).map((word) => ({ word })),
  );
  return field(path, 'unknown_field', suggestion === undefined ? {} : { params: { suggestion } });
}

const repeatedField = (path: string, other: string): Detail =>
  field(path, 'invalid_value', {
    message: {
      es: `El campo "{path}" repite el campo "${other}": envíe solo uno de los dos.`,
      en: `The field "{path}" repeats the field "${other}": send only one of them.`,
    },
  });
