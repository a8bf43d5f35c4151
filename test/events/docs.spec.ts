import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { createRequire } from 'node:module';
import { EVENT_CATALOGUE, schemaIdOf, TYPE_PREFIX } from '#contracts';
import { breaks } from './compatibility.js';
import {
  committed,
  examples,
  generated,
  release,
  released,
  write,
  type EventDocs,
  type Examples,
  type Schemas,
} from './docs.js';
import { refsOf } from './schemas.js';
import { strictly } from './validator.js';

/**
 * docs/events follows from the types of the public events, and no version breaks what was released. `npm run events`
 * writes it again; with `--release`, what it says is promised from then on.
 */

let now: EventDocs;
let before: Schemas;
let recorded: Examples;

beforeAll(async () => {
  now = await generated();
  before = await released();
  recorded = await examples();
  if (process.env['TIMBRA_EVENTS'] === undefined) return;
  await write(now);
  if (process.env['TIMBRA_EVENTS'] !== 'release') return;
  expect(breaks(before, now.schemas)).toEqual([]);
  await release(now.schemas);
  before = now.schemas;
});

it('is what the types say: after a change, npm run events', async () => {
  const docs = await committed();
  expect(Object.keys(docs.schemas)).toEqual(Object.keys(now.schemas).toSorted());
  expect(docs.schemas).toEqual(now.schemas);
  expect(docs.asyncApi).toEqual(now.asyncApi);
});

it('breaks no reader of what was released', () => {
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(breaks(before, now.schemas)).toEqual([]);
});

describe('the schemas', () => {
  it('are of the events that the catalogue publishes, each with its own id and a sentence about it', () => {
    const names = EVENT_CATALOGUE.flatMap(({ lines }) =>
      Object.values(lines).flatMap((line) => ('internal' in line ? [] : line.map(({ as }) => as))),
    );
    // Two events may say the same to the public: a CSD and a FIEL.
    expect(Object.keys(now.schemas).toSorted()).toEqual([...new Set(names)].toSorted());
    for (const [name, { $id, description = '' }] of Object.entries(now.schemas))
      expect([name, $id, description.length > 10]).toEqual([name, schemaIdOf(name), true]);
  });

  it('let nothing through that says less, or more', () => {
    const { schemas } = now;
    const { data = {} } = recorded['invoice.stamped.v1'] ?? {};
    const stamped = strictly(schemas['invoice.stamped.v1'] ?? {});
    expect(stamped(data)).toEqual([]);
    const { uuid: _, ...without } = data;
    expect(stamped(without).join()).toContain('uuid');
    expect(stamped({ ...data, xml_key: 'cfdi/1.xml' }).join()).toContain('xml_key');
    expect(stamped({ ...data, at: 'yesterday' }).join()).toContain('date-time');
    expect(stamped({ ...data, id: '1' }).join()).toContain('pattern');
  });
});

describe('the examples', () => {
  it('are of every event, and as their schemas say', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(Object.keys(now.schemas).toSorted());
    for (const [name, { data }] of Object.entries(recorded))
      expect([name, strictly(now.schemas[name] ?? {})(data)]).toEqual([name, []]);
  });

  it('have the headers that the document promises', () => {
    const { components } = now.asyncApi as { components: { schemas: { headers: object } } };
    const headers = strictly(components.schemas.headers);
    for (const [name, example] of Object.entries(recorded)) {
      expect([name, headers(example.headers)]).toEqual([name, []]);
      expect(example.headers).toMatchObject({
        ce_type: `${TYPE_PREFIX}${name}`,
        ce_dataschema: schemaIdOf(name),
      });
    }
  });
});

describe('the AsyncAPI document', () => {
  it('is as the specification of AsyncAPI 3 wants it', () => {
    const require = createRequire(import.meta.url);
    const meta = require('@asyncapi/specs/schemas/3.0.0.json') as object;
    // It brings the meta-schema of JSON Schema along.
    const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false });
    formats.default(ajv);
    const validate = ajv.compile(meta);
    expect(validate(now.asyncApi) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...(now.asyncApi as object), channels: [] })).toBe(false);
  });

  it('refers to nothing that is not there', () => {
    const broken = refsOf(now.asyncApi).filter(($ref) =>
      $ref.startsWith('./schemas/')
        ? !(/^\.\/schemas\/(.+)\.json$/.exec($ref)?.[1] ?? '' in now.schemas)
        : at(now.asyncApi, $ref) === undefined,
    );
    expect(broken).toEqual([]);
  });
});

const at = (document: unknown, $ref: string): unknown =>
  $ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
