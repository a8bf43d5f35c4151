import { codesOf, refusalsOfKind, type RouteRow } from '#http';
import { operations } from '#apps/gateway/src/api-docs/operations';
import { routes } from '#apps/gateway/src/routes';

/** What the document says of any address (`default`), whatever its operation: of the connection, the address, the body as such. */
const ANYWHERE = new Set([
  ...['not_found', 'method_not_allowed', 'not_acceptable', 'request_timeout', 'headers_too_large'],
  ...['invalid_json', 'invalid_request', 'invalid_multipart_form_data', 'multipart_limit_exceeded'],
  // Of the header X-Organization-Id.
  ...['organization_not_found', 'organization_id_required', 'organization_id_not_allowed'],
]);

const described = Object.entries(operations)
  .map(([route, doc]) => {
    const [method = '', path = ''] = route.split(' ');
    const row = (routes as Readonly<Record<string, RouteRow>>)[route];
    const known = new Set<string>([...codesOf(doc.refusals), ...refusalsOfKind(row, true)]);
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    return { route, method, pattern, known, variables: path.split(':').length };
  })
  // `/customers/proposals` before `/customers/:customer_id`.
  .sort((a, b) => a.variables - b.variables);

/** The code of an Error object. */
const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined;

/** Codes that operations refused by, and their part of the document does not have. */
export class Undocumented {
  private readonly seen = new Set<string>();

  /** @param path below /v2 */
  note(method: string, path: string, status: number, body: unknown): void {
    const code = status >= 400 && codeOf(body);
    if (!code || ANYWHERE.has(code)) return;
    const [address = ''] = `/v2${path}`.split('?');
    const found = described.find((one) => one.method === method && one.pattern.test(address));
    if (found && !found.known.has(code)) this.seen.add(`${found.route}: ${status} ${code}`);
  }

  /** Throws where there are some: `refusals` of the operation's docs is to name them. */
  check(): void {
    if (this.seen.size === 0) return;
    throw new Error(
      `refused by codes that the API's document does not name:\n${[...this.seen].sort().join('\n')}`,
    );
  }
}
