import { makeCertifier } from '../core/certifier.js';
import { Ledger } from '../core/ledger.js';
import { satOf, type PacDoubleOptions } from '../core/options.js';
import { serve, type Call, type Double } from '../core/server.js';
import { readCall, textAt } from '../core/soap.js';
import { Register, utility } from './account.js';
import { acceptReject, cancel, pending, receipt, related, satStatus } from './cancelling.js';
import { answer, faultAnswer, type Fields } from './envelope.js';
import { Manifests, SNID } from './manifests.js';
import { queryPending, stamp, stamped } from './stamping.js';

/** Finkok's services of SOAP (facturacion.finkok.com), and its manifest (manifiesto.cfdiquadrum.com.mx). */

export interface FinkokOptions extends PacDoubleOptions {
  readonly user?: string;
  readonly password?: string;
}

export interface FinkokDouble extends Double {
  readonly user: string;
  readonly password: string;
  readonly manifests: Manifests;
  /** The integrator's number, without which nobody signs a manifest. */
  readonly snid: string;
}

const PATH = /^\/servicios\/soap\/(stamp|cancel|utilities|retentions|registration|firmar)(?:\.wsdl)?$/;
/** What the ledger and the faults call an operation. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ quick_stamp: 'stamp', stamped: 'find', cancel_signature: 'cancel', get_sat_status: 'status' },
  ...{ report_credit: 'balance', get_contracts_snid: 'manifest_text', sign_contract: 'manifest' },
};

export async function startFinkok(options: FinkokOptions = {}): Promise<FinkokDouble> {
  const { user = 'finkok@doble.mx', password = 'clave-de-finkok' } = options;
  const register = new Register();
  const manifests = new Manifests();
  const double = await serve(options, new Ledger(), (self) => {
    const sat = satOf(options, self);
    const certifier = makeCertifier('finkok', self, sat, options, 'upper');

    return ({ method: verb, path, body }): Call | undefined => {
      const service = PATH.exec(path)?.[1];
      if (service === undefined || verb !== 'POST') return undefined;
      const call = readCall(body);
      const namespace = `http://facturacion.finkok.com/${service}`;
      const manifest = service === 'firmar';
      if (!call || (!manifest && call.namespace !== namespace))
        return {
          operation: 'unreadable',
          answer: async () => faultAnswer('not well-formed (invalid token)'),
        };
      const { method, node } = call;
      const text = (name: string): string => textAt(node, name);
      const right =
        (text('username') || text('reseller_username')) === user &&
        (text('password') || text('reseller_password')) === password;
      const sent = Buffer.from(text('xml'), 'base64');

      const run: (fault: Parameters<Call['answer']>[0]) => Promise<Fields | undefined> = async (fault) => {
        if (manifest) return manifests.answer(method, text, fault);
        const isStamp = service === 'stamp' || service === 'retentions';
        if (isStamp && (method === 'stamp' || method === 'quick_stamp')) {
          const how = {
            quick: method === 'quick_stamp',
            rightLogin: right,
            retention: service === 'retentions',
          };
          return stamp(certifier, self, sent, how, fault);
        }
        if (isStamp && method === 'stamped') return stamped(certifier, self, sent, right, fault);
        if (!right || self.faults.settings.accountRefused)
          return service === 'cancel' || service === 'retentions'
            ? [['CodEstatus', '300']]
            : [['error', 'Invalid username or password']];
        if (isStamp && method === 'query_pending') return queryPending(certifier, text('uuid'));
        if (method === 'cancel_signature') return cancel(self, sat, sent.toString(), fault);
        if (service === 'utilities') return utility(self, method, text);
        if (service === 'registration') return register.answer(self, method, text);
        if (service !== 'cancel') return undefined;
        switch (method) {
          case 'get_sat_status':
            return satStatus(sat, text('uuid'));
          case 'get_receipt':
            return receipt(self, text('uuid'), text('taxpayer_id'), text('type'));
          case 'get_pending':
            return pending(sat, text('rtaxpayer_id'));
          case 'accept_reject_signature':
            return acceptReject(sat, sent.toString());
          case 'get_related_signature':
            return related();
          default:
            return undefined;
        }
      };
      const isDocument = ['stamp', 'quick_stamp', 'stamped'].includes(method);
      return {
        operation: NAMES[method] ?? method,
        ...(isDocument && { document: sent }),
        answer: async (fault) => {
          if (fault?.name === 'fault')
            return faultAnswer(fault.message ?? "'NoneType' object has no attribute 'text'");
          const fields = await run(fault);
          if (!fields) return faultAnswer(`Method not found: {${call.namespace}}${method}`);
          return fault?.name === 'fault_after'
            ? faultAnswer('timed out')
            : answer(call.namespace, method, fields);
        },
      };
    };
  });
  return Object.defineProperties(
    { user, password, manifests, snid: SNID },
    Object.getOwnPropertyDescriptors(double),
  ) as FinkokDouble;
}
