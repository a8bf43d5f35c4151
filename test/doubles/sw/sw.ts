import { makeCertifier } from '../core/certifier.js';
import { Ledger } from '../core/ledger.js';
import { partOf } from '../core/multipart.js';
import { satOf, type PacDoubleOptions } from '../core/options.js';
import { json, serve, type Answer, type Asked, type Call, type Double } from '../core/server.js';
import { balance, onList69b, onLrfc, parse, stored } from './account.js';
import { acceptReject, acceptSigned, cancel, pendings, relations } from './cancelling.js';
import { manifest, type SwManifest } from './manifest.js';
import { fail, SwStamping } from './stamping.js';
import { INFINITE_TOKEN, Tokens } from './tokens.js';

/** SW sapien's services and api, on one address (services.sw.com.mx and api.sw.com.mx). */

export interface SwOptions extends PacDoubleOptions {
  readonly user?: string;
  readonly password?: string;
}

export interface SwDouble extends Double {
  readonly user: string;
  readonly password: string;
  /** Manifests that were signed, in their order. */
  readonly manifests: SwManifest[];
  /** A token that never ends, as from the portal. */
  readonly token: string;
  /** Ends all tokens that were given out. */
  revokeTokens(): void;
}

const STAMP = /^\/(?:v4\/)?(cfdi33|retencion)\/stamp\/(v[1-4])(\/b64)?$/;
const BY_UUID = /^\/cfdi33\/cancel\/([^/]+)\/([0-9A-Fa-f-]{36})\/(0[1-4])(?:\/([0-9A-Fa-f-]{36}))?$/;

export async function startSw(options: SwOptions = {}): Promise<SwDouble> {
  const { user = 'sw@doble.mx', password = 'clave-de-sw' } = options;
  const tokens = new Tokens();
  const manifests: SwManifest[] = [];
  const double = await serve(options, new Ledger(), (self) => {
    const sat = satOf(options, self);
    const certifier = makeCertifier('sw', self, sat, options, 'lower');
    const stamping = new SwStamping(certifier, self);

    const logIn = (given: { user?: unknown; password?: unknown }): Answer => {
      const right =
        given.user === user && given.password === password && !self.faults.settings.accountRefused;
      if (!right)
        return fail(
          'AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.',
          null,
          401,
        );
      return json({ data: { ...tokens.issue(self.now()), tokeny_type: 'Bearer' }, status: 'success' });
    };

    const work = (asked: Asked): (Omit<Call, 'answer'> & { run: Call['answer'] }) | undefined => {
      const { method, path, headers, body } = asked;
      const type = headers['content-type'] ?? '';
      const part = (): Buffer | undefined => partOf(body, type, 'xml');
      const stamp = STAMP.exec(path);
      if (stamp && method === 'POST') {
        const [, , version = 'v4', b64] = stamp;
        const document = part();
        const sent = document && b64 ? Buffer.from(document.toString(), 'base64') : document;
        const customId = headers['customid'] as string | undefined;
        const how = { version, b64: b64 !== undefined, customId, old: !path.startsWith('/v4/') };
        return { operation: 'stamp', document: sent, run: (fault) => stamping.stamp(document, how, fault) };
      }
      if (method === 'POST' && /^\/(cfdi33|retencion)\/cancel\/xml$/.test(path))
        return { operation: 'cancel', run: () => cancel(self, sat, part()?.toString() ?? '') };
      const one = BY_UUID.exec(path);
      if (one && method === 'POST') {
        const [, rfcEmisor = '', uuid = '', motivo = '', sustitucion] = one;
        const request = { rfcEmisor, uuid, motivo, ...(sustitucion !== undefined && { sustitucion }) };
        return { operation: 'cancel', run: () => cancel(self, sat, request) };
      }
      if (method === 'POST' && /^\/cfdi33\/cancel\/(csd|pfx)$/.test(path)) {
        const given = parse(body);
        const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
        const request = { rfcEmisor: text('rfc'), uuid: text('uuid'), motivo: text('motivo') };
        return { operation: 'cancel', run: () => cancel(self, sat, request) };
      }
      if (method === 'POST' && path === '/acceptreject/xml')
        return {
          operation: 'accept_reject',
          run: () => acceptSigned(sat, part()?.toString() ?? ''),
        };
      const [, first = '', second = '', third = '', fourth = ''] = path.split('/');
      if (method === 'POST' && first === 'acceptreject')
        return {
          operation: 'accept_reject',
          run: () => acceptReject(sat, [{ uuid: third, action: fourth }]),
        };
      if (method === 'POST' && first === 'relations')
        return { operation: 'relations', run: async () => relations(third) };
      if (first === 'pendings') return { operation: 'pendings', run: () => pendings(sat, second) };
      if (first === 'taxpayers') return { operation: 'list', run: async () => onList69b(second) };
      if (first === 'lrfc')
        return { operation: 'list', run: async () => onLrfc(second, self.faults.settings.notInLco) };
      if (path.startsWith('/datawarehouse/v1/live/'))
        return { operation: 'find', run: async () => stored(certifier, self, path.split('/').at(-1) ?? '') };
      if (path === '/management/v2/api/users/balance' || path === '/account/balance')
        return { operation: 'balance', run: async () => balance(self) };
      if (path === '/management/v2/api/dealers/manifests' && method === 'POST')
        return {
          operation: 'manifest',
          run: async (fault) => manifest(asked, manifests, fault?.name === 'bad_fiel'),
        };
      const file = /^\/__xml\/([0-9A-Fa-f-]{36})$/.exec(path)?.[1];
      const xml = file === undefined ? undefined : certifier.byUuid(file)?.xml;
      if (xml !== undefined)
        return { operation: 'file', run: async () => ({ status: 200, type: 'text/xml', body: xml }) };
      return undefined;
    };

    return (asked) => {
      const { method, path, headers, body } = asked;
      if (method === 'POST' && path === '/v2/security/authenticate')
        return { operation: 'authenticate', answer: async () => logIn(parse(body)) };
      if (method === 'POST' && path === '/security/authenticate')
        return {
          operation: 'authenticate',
          answer: async () => logIn({ user: headers['user'], password: headers['password'] }),
        };
      const call = work(asked);
      if (!call) return undefined;
      const { run, ...rest } = call;
      return {
        ...rest,
        answer: async (fault) => {
          if (fault?.kind === 'expired_token') tokens.revoke();
          const problem =
            fault?.kind === 'expired_token'
              ? 'AU4102 - El token ha expirado.'
              : tokens.judge(headers.authorization, self.now());
          return problem !== undefined && rest.operation !== 'file' ? fail(problem, null, 401) : run(fault);
        },
      };
    };
  });
  return Object.defineProperties(
    { user, password, manifests, token: INFINITE_TOKEN, revokeTokens: () => tokens.revoke() },
    Object.getOwnPropertyDescriptors(double),
  ) as SwDouble;
}
