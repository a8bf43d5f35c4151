import { describe, expect, it } from '@jest/globals';
import { breaks } from './compatibility.js';
import type { Schema } from './schemas.js';

/** What the check of docs/events must not let pass, and what it must. */

const event = (over: Partial<Schema> = {}, properties: Schema['properties'] = {}): Schema => ({
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[0-9a-f]{24}$' },
    at: { type: 'string', format: 'date-time' },
    note: { type: ['string', 'null'] },
    status: { type: 'string', enum: ['pending', 'done'] },
    kind: { type: 'string', const: 'a' },
    totals: { $ref: '#/definitions/Totals' },
    maybe: { anyOf: [{ $ref: '#/definitions/Totals' }, { type: 'null' }] },
    lines: { type: 'array', items: { $ref: '#/definitions/Line' } },
    ...properties,
  },
  required: ['id', 'at', 'status'],
  definitions: {
    Totals: { type: 'object', properties: { total: { type: 'string' } }, required: ['total'] },
    Line: {
      type: 'object',
      properties: { text: { type: 'string' }, taxes: { type: 'array', items: { type: 'string' } } },
      required: ['text'],
    },
  },
  ...over,
});
const with_ = (properties: NonNullable<Schema['properties']>): Schema => event({}, properties);
const without = (name: string): Schema => {
  const { [name]: _, ...properties } = event().properties ?? {};
  return event({ properties });
};
const defined = (definitions: NonNullable<Schema['definitions']>): Schema =>
  event({ definitions: { ...event().definitions, ...definitions } });
const found = (after: Schema): string[] => breaks({ 'e.v1': event() }, { 'e.v1': after });

describe('a version may', () => {
  it.each<[string, Schema]>([
    ['stay as it is', event()],
    ['get a field that need not be there', with_({ more: { type: 'number' } })],
    ['say things better', with_({ note: { type: ['string', 'null'], description: 'A note.' } })],
    ['name its types in another order', with_({ note: { type: ['null', 'string'] } })],
    ['let an enumeration grow', with_({ status: { type: 'string', enum: ['pending', 'done', 'lost'] } })],
    ['let the only value become one of several', with_({ kind: { type: 'string', enum: ['a', 'b'] } })],
    [
      'have in its place what it referred to',
      with_({
        totals: { type: 'object', properties: { total: { type: 'string' } }, required: ['total'] },
      }),
    ],
    [
      'get a field that need not be there, deep inside',
      defined({
        Totals: {
          type: 'object',
          properties: { total: { type: 'string' }, tax: { type: 'string' } },
          required: ['total'],
        },
      }),
    ],
  ])('%s', (_, after) => {
    expect(found(after)).toEqual([]);
  });

  it('have new events and versions beside it', () => {
    expect(breaks({ 'e.v1': event() }, { 'e.v1': event(), 'e.v2': event(), 'f.v1': event() })).toEqual([]);
  });
});

describe('a version may not', () => {
  it('go away', () => {
    expect(breaks({ 'e.v1': event() }, { 'e.v2': event() })).toEqual(['e.v1 is gone']);
  });

  it.each<[string, Schema, string]>([
    ['lose a field', without('note'), 'e.v1.note: removed'],
    ['lose a field that had to be there', without('at'), 'e.v1.at: removed'],
    [
      'get a field that has to be there',
      event({ required: ['id', 'at', 'status', 'more'] }, { more: { type: 'string' } }),
      'e.v1.more: newly required',
    ],
    [
      'require what it did not',
      event({ required: ['id', 'at', 'status', 'note'] }),
      'e.v1.note: newly required',
    ],
    ['leave out what it promised', event({ required: ['id', 'at'] }), 'e.v1.status: may be missing now'],
    ['narrow a type', with_({ note: { type: 'string' } }), 'e.v1.note: narrowed, it is no null any more'],
    [
      'widen a type',
      with_({ id: { type: ['string', 'null'], pattern: '^[0-9a-f]{24}$' } }),
      "e.v1.id: widened, readers don't expect null",
    ],
    ['change a type', with_({ at: { type: 'number', format: 'date-time' } }), 'narrowed, it is no string'],
    ['drop a value', with_({ status: { type: 'string', enum: ['done'] } }), 'narrowed, "pending" is gone'],
    ['change the only value', with_({ kind: { type: 'string', const: 'b' } }), 'narrowed, "a" is gone'],
    [
      'bind a field to certain values',
      with_({ note: { type: ['string', 'null'], enum: ['x', null] } }),
      'narrowed to certain values',
    ],
    ['free a field of its values', with_({ status: { type: 'string' } }), 'widened to any value'],
    ['change a pattern', with_({ id: { type: 'string', pattern: '^x$' } }), 'e.v1.id: another pattern'],
    ['drop a format', with_({ at: { type: 'string' } }), 'e.v1.at: another format'],
    [
      'narrow what is deep inside',
      defined({ Line: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } }),
      'e.v1.lines[].taxes: removed',
    ],
    [
      'change the entries of a list of a list',
      defined({
        Line: {
          type: 'object',
          properties: { text: { type: 'string' }, taxes: { type: 'array', items: { type: 'number' } } },
          required: ['text'],
        },
      }),
      'e.v1.lines[].taxes[]: narrowed, it is no string any more',
    ],
    [
      'drop an alternative',
      with_({ maybe: { anyOf: [{ $ref: '#/definitions/Totals' }] } }),
      'e.v1.maybe: other alternatives',
    ],
    [
      'change an alternative',
      with_({ maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
      'e.v1.maybe|0: narrowed, it is no object any more',
    ],
    [
      'close itself to further fields',
      event({ additionalProperties: false }),
      'e.v1: other additional fields',
    ],
  ])('%s', (_, after, sentence) => {
    expect(found(after).join('\n')).toContain(sentence);
  });
});
