import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '#apps/gateway/src/routes';
import { stages } from './examples/index.js';
import { readRecorded, withoutPlace, writeRecorded, type OfTag } from './examples/recorded.js';
import { described, ExampleRun, examplesOf } from './examples/run.js';
import { startApp, type Json, type TestApp } from '../support/app.js';
import { INBOUND } from '../support/mails.js';
import { inDocument, openApiAjv } from '../support/openapi.js';

/**
 * Every example of the OpenAPI document is sent to the running service, and answered as the document shows: with that status,
 * those fields, and as its schema says. Operations of one tag, such as `-t Customers`, can be run by themselves.
 */

const IS_UPDATE = process.env['UPDATE_DOCS'] === '1';
/** Whose answer never ends, so it is none to compare: suites of their own read it. */
const isEndless = (route: string): boolean =>
  'endless' in ((routes as Readonly<Record<string, object>>)[route] ?? {});
const tags = [...new Set(described.map(({ doc }) => doc.tag))];

let app: TestApp;
let document: Json;
let run: ExampleRun;
beforeAll(async () => {
  app = await startApp(INBOUND);
  document = await app.get('/openapi.json', { key: null });
  run = new ExampleRun(app, stages);
});
afterAll(() => run.close());

describe.each(tags)('examples of %s', (tag) => {
  const recorded = IS_UPDATE ? {} : readRecorded(tag);
  const answers: OfTag = {};
  const requests = described
    .filter(({ route, doc }) => doc.tag === tag && !isEndless(route))
    .flatMap(({ route, doc }) => examplesOf(doc).map((example) => ({ route, id: doc.id, example })));

  it.each(requests)('$id, $example', async ({ route, id, example }) => {
    const answer = await run.send(id, example);
    const [method = '', path = ''] = route.split(' ');
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    expect({ status: answer.status < 300, body: answer.status < 300 || answer.body }).toEqual({
      status: true,
      body: true,
    });
    const response = operation.responses[answer.status];
    expect(Object.keys(operation.responses as object)).toContain(String(answer.status));
    const validate = isJson
      ? openApiAjvOf(document).compile(inDocument(response.content['application/json'].schema))
      : undefined;
    const problemsOf = (body: unknown): unknown => (validate && !validate(body) ? validate.errors : []);
    expect(problemsOf(answer.body)).toEqual([]);
    const origin = app.baseUrl.replace(/\/v2$/, '');
    const shown = {
      status: answer.status,
      ...(isJson && { body: withoutPlace(answer.body, origin) }),
    };
    answers[id] = { ...answers[id], [example]: shown };
    if (IS_UPDATE) return;
    // What the document shows has the same status and is of the same schema; lists and moments differ from run to run.
    const { status, body } = recorded[id]?.[example] ?? { status: 'not recorded: UPDATE_DOCS=1' };
    expect({ status, problems: problemsOf(body) }).toEqual({ status: shown.status, problems: [] });
  });

  afterAll(() => {
    if (IS_UPDATE) writeRecorded(tag, answers);
  });
});

/** The document tells these in words: of an alternative with a list, generated Java does not compile. */
describe('examples of what is taken beside the schema', () => {
  it('a payment without its list', async () => {
    const { complements, ...body } = bodyOf('payment');
    const [{ data }] = complements;
    const alone = { ...body, complements: [{ type: 'pago', data: data[0] }] };
    const made = await run.app.post('/invoices', alone);
    expect(made).toMatchObject({ status: 'valid', total_payment_amount: 116 });
    expect(made.complements[0].data).toHaveLength(1);
  });

  it('places of a transport as the group of the standard', async () => {
    const { complements, ...body } = bodyOf('carta_porte');
    const [{ data }] = complements;
    const grouped = { ...data, Ubicaciones: { Ubicacion: data.Ubicaciones } };
    const made = await run.app.post('/invoices', {
      ...body,
      complements: [{ type: 'carta_porte', data: grouped }],
    });
    expect(made.status).toBe('valid');
    const { body: xml } = await run.app.api('GET', `/invoices/${String(made.id)}/xml`);
    expect((xml as string).match(/<cartaporte31:Ubicacion /g)).toHaveLength(data.Ubicaciones.length);
  });
});

/** The body of an example of `createInvoice`. */
const bodyOf = (example: string): Json =>
  described.find(({ doc }) => doc.id === 'createInvoice')?.doc.examples?.[example]?.body;

let ajv: ReturnType<typeof openApiAjv> | undefined;
const openApiAjvOf = (of: Json): ReturnType<typeof openApiAjv> => (ajv ??= openApiAjv(of));
