import type { Demo } from '#apps/standalone/src/demo';
import { INVALID, NOWHERE, long, type Row } from './row.js';

/** A request that is wrong before anybody looks at its fields. */
export interface WrongRequest {
  readonly name: string;
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  /** null: no Authorization at all. The demo's Test key when not given. */
  readonly key?: (demo: Demo) => string | null;
  readonly headers?: (demo: Demo) => Record<string, string>;
  readonly answer: string;
  readonly details?: readonly string[];
}

const SCHEME = ['authorization invalid_format'];
const JSON_ERROR = '400 invalid_json';
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString('base64')}`;
const withHeader = (authorization: string) => ({
  method: 'GET',
  key: () => null,
  headers: () => ({ authorization }),
});

export const requests: readonly WrongRequest[] = [
  { name: 'text', body: 'hello', answer: JSON_ERROR },
  { name: 'truncated', body: '{"legal_name":"A"', answer: JSON_ERROR },
  { name: 'trailing comma', body: '{"legal_name":"A",}', answer: JSON_ERROR },
  { name: 'single quotes', body: "{'legal_name':'A'}", answer: JSON_ERROR },
  { name: 'NaN', body: '{"price":NaN}', answer: JSON_ERROR },
  { name: 'comments', body: '{/* a */}', answer: JSON_ERROR },
  { name: 'two values', body: '{}{}', answer: JSON_ERROR },
  { name: 'raw line break in a text', body: '{"legal_name":"A\nB"}', answer: JSON_ERROR },
  { name: 'a form', body: 'legal_name=A', answer: JSON_ERROR },
  { name: 'only spaces', body: '   ', answer: JSON_ERROR },
  {
    name: 'bytes that are not UTF-8',
    body: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    answer: JSON_ERROR,
    details: [' invalid_format'],
  },
  { name: 'UTF-16', body: Buffer.from('{"a":1}', 'utf16le'), answer: JSON_ERROR },
  { name: 'too many levels', body: nested(65), answer: INVALID, details: [' invalid_value'] },
  { name: 'thousands of levels', body: nested(20_000), answer: INVALID, details: [' invalid_value'] },
  { name: 'a body over the limit', body: { legal_name: long(2_200_000) }, answer: '413 payload_too_large' },
  {
    name: 'another type',
    body: '<a/>',
    headers: () => ({ 'content-type': 'application/xml' }),
    answer: '415 unsupported_media_type',
  },
  {
    name: 'a multipart form',
    body: '--x\r\n\r\n--x--',
    headers: () => ({ 'content-type': 'multipart/form-data; boundary=x' }),
    answer: '415 unsupported_media_type',
  },
  {
    name: 'a compressed body',
    body: '{}',
    headers: () => ({ 'content-encoding': 'gzip' }),
    answer: '415 unsupported_media_type',
  },
  { name: 'no credentials', method: 'GET', key: () => null, answer: '401 missing_credentials' },
  { name: 'a scheme without a key', ...withHeader('Bearer'), answer: '401 missing_credentials' },
  { name: 'an unknown scheme', ...withHeader('Digest abc'), answer: '401 unauthorized', details: SCHEME },
  {
    name: 'a Basic that is no base64',
    ...withHeader('Basic !!!'),
    answer: '401 unauthorized',
    details: SCHEME,
  },
  { name: 'a Basic without user', ...withHeader(basic(':secret')), answer: '401 missing_credentials' },
  { name: 'an unknown Basic key', ...withHeader(basic('sk_test_nobody:')), answer: '401 api_key_invalid' },
  { name: 'an unknown key', method: 'GET', key: () => 'sk_test_nobody', answer: '401 api_key_invalid' },
  { name: 'an unknown Live key', method: 'GET', key: () => 'sk_live_nobody', answer: '401 api_key_invalid' },
  { name: 'an unknown user key', method: 'GET', key: () => 'sk_user_nobody', answer: '401 user_key_invalid' },
  { name: 'a very long key', method: 'GET', key: () => long(5000), answer: '401 api_key_invalid' },
  {
    name: 'a key that tries SQL',
    method: 'GET',
    key: () => "sk_test_'OR''='",
    answer: '401 api_key_invalid',
  },
  {
    name: 'a key with its last letter off',
    method: 'GET',
    key: ({ test_key }) => test_key.slice(0, -1),
    answer: '401 api_key_invalid',
  },
  {
    name: 'a user key where an organization acts, without saying which',
    method: 'GET',
    key: ({ user_key }) => user_key,
    answer: '400 organization_id_required',
    details: ['x-organization-id required'],
  },
  ...[`${NOWHERE}`, 'me', "'; --", 'x'.repeat(5_000), '%00'].map((id) => ({
    name: `a user key with the organization ${id.slice(0, 30)}`,
    method: 'GET',
    key: ({ user_key }: Demo) => user_key,
    headers: () => ({ 'x-organization-id': id }),
    answer: '400 organization_id_not_allowed',
    details: ['x-organization-id not_allowed'],
  })),
  {
    name: 'a user key with an unknown environment',
    method: 'GET',
    key: ({ user_key }) => user_key,
    headers: ({ organization_id }) => ({ 'x-organization-id': organization_id, 'x-environment': 'sandbox' }),
    answer: INVALID,
    details: ['x-environment invalid_value'],
  },
  {
    name: 'a Test key where a user acts',
    method: 'GET',
    path: '/organizations',
    answer: '403 api_key_not_allowed',
  },
  {
    name: 'a Test key where Live is needed',
    method: 'PUT',
    path: '/organizations/me/legal',
    body: {},
    answer: '403 live_api_key_required',
  },
];

const LEGAL = 'PUT /organizations/:own/legal';
const legal = {
  name: 'A',
  legal_name: 'ESCUELA KEMPER URGATE',
  tax_id: 'EKU9003173C9',
  tax_system: '601',
  address: { zip: '42501' },
};

/** With a user key; `:own` is the user's organization. */
export const organizationRows: readonly Row[] = [
  ['POST /organizations', {}, INVALID, 'name required'],
  ['POST /organizations', { name: 5 }, INVALID, 'name invalid_type'],
  ['POST /organizations', { name: '' }, INVALID, 'name invalid_length'],
  ['POST /organizations', { name: long(101) }, INVALID, 'name invalid_length'],
  ['POST /organizations', { name: 'A\u0000' }, INVALID, 'name invalid_format'],
  ['POST /organizations', { name: 'A', plan: 'x' }, INVALID, 'plan unknown_field'],
  ['GET /organizations?limit=x', undefined, INVALID, 'limit invalid_type'],
  [`GET /organizations/${NOWHERE}`, undefined, '404 organization_not_found'],
  ['GET /organizations/me', undefined, '403 api_key_not_allowed'],
  ['GET /organizations/nobody', undefined, '404 organization_not_found'],
  [`GET /organizations/${NOWHERE}/apikeys/test`, undefined, '404 organization_not_found'],
  [LEGAL, { ...legal, tax_id: 'ABC' }, INVALID, 'tax_id invalid_format'],
  [LEGAL, { ...legal, tax_system: '999' }, INVALID, 'tax_system tax_system_not_in_catalog'],
  [LEGAL, { ...legal, tax_system: '605' }, INVALID, 'tax_system tax_system_not_allowed_for_tax_id'],
  [LEGAL, { ...legal, legal_name: long(101) }, INVALID, 'legal_name invalid_length'],
  [LEGAL, { ...legal, legal_name: 'A|B' }, INVALID, 'legal_name invalid_format'],
  [LEGAL, { ...legal, address: { zip: 'x' } }, INVALID, 'address.zip invalid_format'],
  [LEGAL, { ...legal, support_email: 'x' }, INVALID, 'support_email invalid_format'],
  [LEGAL, { ...legal, color: 'x' }, INVALID, 'color unknown_field'],
  [LEGAL, { ...legal, website: 5 }, INVALID, 'website invalid_type'],
];
