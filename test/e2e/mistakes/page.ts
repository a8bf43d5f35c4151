import type { Answer, Json, TestApp } from '../../support/app.js';
import { chapters } from './chapters.js';
import type { Asked, Mistake } from './mistake.js';

/** docs/errors-in-practice.md: each mistake with its request and its answer in both languages. */

const HEAD = `# Errors in practice

What the service answers to the mistakes of a new user, in Spanish and in English. Branch on \`code\` and \`path\`; the texts are
for people and may change. \`Accept-Language\` selects the language. \`docs/errors\` of a running service has every code.

A test sends these requests and compares this page with the answers. To write the page again:
\`UPDATE_DOCS=1 npm test -- bad-input\`.
`;

/** A text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What of a request is worth to be shown: its line, headers that matter, and its body. */
function showRequest({ request, body, options, ids = {} }: Asked): string {
  const { authorization, ...headers } = options?.headers ?? {};
  const lines = [
    request.replace(' ', ' /v2'),
    ...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', typeof body === 'string' ? body : JSON.stringify(body)]),
  ];
  return withoutIds(lines.join('\n'), ids);
}

/** Ids and keys differ from run to run. */
const withoutIds = (text: string, ids: Readonly<Record<string, string>>): string =>
  Object.entries(ids)
    .reduce((shown, [name, id]) => shown.replaceAll(id, `{${name}}`), text)
    .replace(/sk_(test|live|user)_[A-Za-z0-9]{20,}/g, 'sk_$1_…');

/** The errors of an answer; the answer itself where it has none. */
const errorsOf = ({ body }: Answer): readonly Json[] => (body.errors.length > 0 ? body.errors : [body]);

async function showMistake(app: TestApp, mistake: Mistake, number: number): Promise<string> {
  const asked = await mistake.ask(app);
  const [method = '', path = ''] = asked.request.split(' ');
  const send = (language: string) => app.api(method, path, asked.body, { ...asked.options, language });
  const [spanish, english] = [await send('es'), await send('en')];
  if (spanish.status < 400) throw new Error(`${mistake.name} was accepted`);
  const inEnglish = errorsOf(english);
  const rows = errorsOf(spanish).map(
    (error, index) =>
      `| ${error.path === undefined ? '' : `\`${error.path}\``} | \`${error.code}\` | ${cell(error.message)} | ${cell(inEnglish[index]?.message)} |`,
  );
  return [
    ...[`### ${number}. ${mistake.name}`, '', '```http', showRequest(asked), '```', ''],
    ...[`${spanish.status} \`${spanish.body.code}\``, ''],
    ...['| path | code | español | English |', '| --- | --- | --- | --- |'],
    ...rows.map((row) => withoutIds(row, asked.ids ?? {})),
    '',
  ].join('\n');
}

/** How many mistakes there are. */
export const countMistakes = (): number => chapters.flatMap(({ mistakes }) => mistakes).length;

/** The whole page, by asking the service. */
export async function writePage(app: TestApp): Promise<string> {
  const parts: string[] = [HEAD];
  let number = 0;
  for (const { title, mistakes } of chapters) {
    parts.push(`## ${title}\n`);
    for (const mistake of mistakes) parts.push(await showMistake(app, mistake, (number += 1)));
  }
  return parts.join('\n');
}
