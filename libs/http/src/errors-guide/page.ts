import { errorTable, statusOf, subcodeTable, type ErrorCode, type Subcode } from '#kernel';
import { chapters } from './advice.js';
import { details } from './details.js';
import { reserved } from './reserved.js';

/** docs/guides/errors.md, made of the table of errors and of what to do about each code. */

const HEAD = `# Errors

Every answer that is no success has a stable \`code\`. Branch on it, and on \`errors[].code\` with its \`path\`; the texts are for people and may change.
\`Accept-Language\` selects Spanish (the default) or English. [Errors in practice](../errors-in-practice.md) shows whole requests and their answers.

This page is made of the service's own table of errors (\`npm run docs:errors\`), and a test compares them. \`{…}\` stands for what differs from request to request. Codes of the SAT and of PACs
are in \`errors[]\` as they came, with \`source\` \`sat\` or \`pac\`.

## What to do in general

| status        | what to do                                                                                                       |
| ------------- | ---------------------------------------------------------------------------------------------------------------- |
| 400, 413, 415 | correct the request: \`errors[]\` names every field that is wrong                                                  |
| 401, 403      | check the key and what it may do                                                                                 |
| 404, 410      | check the id, and whether it is of Test or of Live                                                               |
| 409, 412      | read the resource: its state is another one than you thought                                                     |
| 429, 503      | wait for \`Retry-After\` seconds and repeat the request, with the same \`Idempotency-Key\` where it creates something |
| 500, 502      | repeat it later; report what stays, with the header \`X-Service-Log-Id\`                                           |
| 202           | no error: it is under way. Read the resource, or wait for the webhook                                            |

## Try it

\`\`\`sh
export BASE=$(node -p "require('./.data/demo.json').base_url") KEY=$(node -p "require('./.data/demo.json').test_key")
curl -s $BASE/invoices -H "Authorization: Bearer $KEY" -H "Accept-Language: en" -H "Content-Type: application/json" \\
  -d '{ "customer": { "tax_id": "URE180429TM6" }, "items": [{ "product": { "description": "Ukelele", "price": "x" } }] }'
\`\`\`

400, with an entry for each field:

\`\`\`json
{ "ok": false, "status": 400, "code": "invalid_request", "errors": [{ "code": "…", "path": "…", "source": "service" }, "…"] }
\`\`\`
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\{(\w+)\}/g, '`{$1}`');

/** A detail has a text of its own, also where a root code has its name (`not_found`). */
const textsOf = (code: string, isDetail: boolean) =>
  isDetail || !Object.hasOwn(errorTable, code)
    ? subcodeTable[code as Subcode]
    : errorTable[code as ErrorCode];

function rowOf(code: string, what: string, isDetail: boolean): string {
  const { es, en } = textsOf(code, isDetail);
  const status = isDetail || !Object.hasOwn(errorTable, code) ? '' : String(statusOf(code as ErrorCode));
  return `| \`${code}\` | ${status} | ${cell(es)} | ${cell(en)} | ${what} |`;
}

const RESERVED_HEAD =
  'Nothing raises these codes today. They are in the public specification, so no other meaning is given to them.\n\n';

const chapterOf = (title: string, part: Readonly<Record<string, string>>, isReserved: boolean): string =>
  `\n## ${title}\n\n${isReserved ? RESERVED_HEAD : ''}` +
  `| code | HTTP | español | English | ${isReserved ? 'why' : 'what to do'} |\n| --- | --- | --- | --- | --- |\n` +
  `${Object.entries(part)
    .map(([code, what]) => rowOf(code, what, part === details))
    .join('\n')}\n`;

export const errorsGuide = (): string =>
  HEAD +
  Object.entries(chapters)
    .map(([title, part]) => chapterOf(title, part, part === reserved))
    .join('');
