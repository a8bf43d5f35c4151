import { makeCertifier } from '../core/certifier.js';
import { Ledger } from '../core/ledger.js';
import { satOf, type PacDoubleOptions } from '../core/options.js';
import { serve, type Answer, type Asked, type Call, type Double } from '../core/server.js';
import { answerAs, codeOf, type Form } from './answers.js';
import type { SignedContract } from './contract.js';
import { cancel, status } from './cancelling.js';
import { soapCall } from './soap.js';
import { consult, refuseStamp, stamp } from './stamping.js';

/** Prodigia's REST (timbrado.pade.mx/servicio/rest; also without that prefix) and its SOAP. */

export interface ProdigiaOptions extends PacDoubleOptions {
  readonly user?: string;
  readonly password?: string;
  readonly contract?: string;
}

export interface ProdigiaDouble extends Double {
  readonly user: string;
  readonly password: string;
  readonly contract: string;
  /** Manifests that were signed, by RFC. */
  readonly manifests: Map<string, SignedContract>;
  /** Lets an account in again that three wrong log-ins blocked. */
  unblock(): void;
}

const WRONG_LOGINS = 3;

export async function startProdigia(options: ProdigiaOptions = {}): Promise<ProdigiaDouble> {
  const { user = 'prodigia@doble.mx', password = 'clave-de-prodigia' } = options;
  const { contract = '3f2504e0-4f89-41d3-9a0c-0305e82c3301' } = options;
  const manifests = new Map<string, SignedContract>();
  let wrong = 0;

  const double = await serve(options, new Ledger(), (self) => {
    const sat = satOf(options, self);
    const certifier = makeCertifier('prodigia', self, sat, options, 'upper');

    const refuseLogin = (u: string, p: string, c: string): [string, string] | undefined => {
      if (wrong >= WRONG_LOGINS) return ['1', 'Usuario bloqueado por intentos fallidos.'];
      if (u !== user || p !== password) {
        wrong += 1;
        return ['1', 'Usuario o contraseña incorrectos.'];
      }
      wrong = 0;
      if (c !== contract || self.faults.settings.accountRefused) return ['2', 'Contrato inválido o vencido.'];
      return undefined;
    };
    const soap = { double: self, sat, signed: manifests, refuseLogin };

    return (asked) => {
      const path = asked.path.replace(/^\/servicio\/rest/, '');
      if (asked.method === 'POST' && readsAsSoap(asked)) return soapCall(asked.body, soap);
      const given = jsonOf(asked);
      const chosen = given ? given.opciones : asked.query.getAll('opciones');
      const form: Form = {
        asJson: given !== undefined || chosen.includes('RESPUESTA_JSON'),
        contract: given?.contrato ?? asked.query.get('contrato') ?? '',
      };
      const [u = '', p = ''] = basic(asked.headers.authorization);
      const uuid = asked.query.get('uuid') ?? '';
      const stamping = /^\/timbrado40(?:Prueba)?(?:\/timbrarCfdi)?$/.test(path);
      const operation = stamping ? 'stamp' : OPERATIONS[path];
      if (operation === undefined) return undefined;
      const sent = given ? Buffer.from(given.xmlBase64, 'base64') : asked.body;
      const run: Call['answer'] = async (fault) => {
        if (path.endsWith('consultarDisponibilidadServicio'))
          return healthy(!self.faults.settings.outOfService);
        const problem = refuseLogin(u, p, form.contract);
        if (problem) return problemOf(operation, self, form, ...problem);
        if (stamping) return stamp(certifier, self, sent, form, chosen, fault);
        if (path === '/consulta/cfdPorUUID') return consult(self, form, uuid, 'cfd', certifier);
        if (path === '/consulta/acuseCancelacion') return consult(self, form, uuid, 'acuse', certifier);
        if (path === '/cancelacion/consultarEstatusComprobante') return status(self, sat, form, uuid);
        if (path === '/cancelacion/consultarPeticionesPendientes') {
          const uuids = await sat.pending(asked.query.get('rfcReceptor') ?? '');
          return answerAs(form, 'servicioConsulta', {
            consultaOk: true,
            codigo: codeOf(self, '0'),
            uuids: uuids.map((one) => ({ uuid: one })),
          });
        }
        if (path === '/herramientas/consultarValidezRfc')
          return validity(self, form, asked.query.get('rfc') ?? '');
        const signed = chosen.find((option) => option.startsWith('XML_CANCELACION:'));
        const [id = '', motivo = '', sustitucion] = (asked.query.get('arregloUUID') ?? '').split('|');
        const request =
          signed === undefined
            ? {
                ...{ rfcEmisor: asked.query.get('rfcEmisor') ?? '', uuid: id, motivo },
                ...(sustitucion !== undefined && sustitucion !== '' && { sustitucion }),
              }
            : Buffer.from(signed.slice('XML_CANCELACION:'.length), 'base64').toString();
        return answerAs(form, 'servicioCancel', await cancel(self, sat, form, request, fault));
      };
      return {
        operation,
        ...(stamping && { document: sent }),
        answer: async (fault) => {
          // It does not know what to answer to somebody who says what he accepts.
          const accept = asked.headers.accept;
          if (accept !== undefined && accept !== '*/*')
            return { status: 406, type: 'text/html', body: '<h1>406</h1>' };
          if (path === '/cancelacion/cancelar' && asked.method === 'GET')
            return { status: 405, type: 'text/html', body: '<h1>405</h1>' };
          return run(fault);
        },
        outOfService: () =>
          problemOf(operation, self, form, '5', 'Servicio fuera de línea por mantenimiento.'),
      };
    };
  });
  const own = { user, password, contract, manifests, unblock: () => void (wrong = 0) };
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(double)) as ProdigiaDouble;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  ...{
    '/consulta/cfdPorUUID': 'find',
    '/consulta/acuseCancelacion': 'receipt',
    '/cancelacion/cancelar': 'cancel',
  },
  ...{ '/cancelacion/consultarEstatusComprobante': 'status', '/herramientas/consultarValidezRfc': 'list' },
  ...{ '/cancelacion/consultarPeticionesPendientes': 'pendings' },
  ...{ '/consultarDisponibilidadServicio': 'health', '/consulta/consultarDisponibilidadServicio': 'health' },
};

const SERVICES: Readonly<Record<string, readonly [name: string, ok: string]>> = {
  ...{ cancel: ['servicioCancel', 'statusOk'], find: ['servicioConsulta', 'consultaOk'] },
  ...{ receipt: ['servicioConsulta', 'consultaOk'], pendings: ['servicioConsulta', 'consultaOk'] },
  ...{
    status: ['servicioConsultaEstatusComprobante', 'consultaOk'],
    list: ['servicioConsulta', 'consultaOk'],
  },
};

/** A refusal of the whole call, in the words of its service. */
function problemOf(operation: string, double: Double, form: Form, code: string, message: string): Answer {
  const service = SERVICES[operation];
  if (!service) return refuseStamp(double, form, code, message);
  const [name, ok] = service;
  return answerAs(form, name, {
    contrato: form.contract,
    [ok]: false,
    codigo: codeOf(double, code),
    mensaje: message,
  });
}

const validity = (double: Double, form: Form, rfc: string): Answer =>
  answerAs(form, 'servicioConsulta', {
    ...{ consultaOk: true, codigo: codeOf(double, '0'), rfc },
    valido: !double.faults.settings.notInLco.includes(rfc),
  });

const readsAsSoap = ({ body }: Asked): boolean =>
  /<(?:[\w-]+:)?Envelope[\s>]/.test(body.subarray(0, 400).toString());

interface JsonStamp {
  readonly xmlBase64: string;
  readonly contrato?: string;
  readonly opciones: readonly string[];
}

function jsonOf({ headers, body }: Asked): JsonStamp | undefined {
  if (!(headers['content-type'] ?? '').includes('application/json')) return undefined;
  try {
    const { xmlBase64 = '', contrato, opciones = [] } = JSON.parse(body.toString()) as Partial<JsonStamp>;
    return { xmlBase64, opciones, ...(contrato !== undefined && { contrato }) };
  } catch {
    return undefined;
  }
}

function basic(authorization: string | undefined): string[] {
  const encoded = /^basic\s+(.*)$/i.exec(authorization ?? '')?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? [] : [text.slice(0, colon), text.slice(colon + 1)];
}

const healthy = (value: boolean): Answer => ({ status: 200, type: 'application/json', body: String(value) });
