import { centralTime } from '#pac/sandbox/place-of-issue';
import type { Double } from '../core/server.js';
import type { Fields } from './envelope.js';

/** Finkok's utilities, and its register of issuers. */

type Text = (name: string) => string;

export function utility(double: Double, method: string, text: Text): Fields | undefined {
  const { ledger, faults } = double;
  switch (method) {
    case 'datetime':
      return [['datetime', centralTime(double.now())]];
    case 'get_xml': {
      const found = ledger.byUuid(text('uuid'));
      return found?.emisor === text('taxpayer_id')
        ? [['xml', found.xml]]
        : [
            ['xml', ''],
            ['error', `UUID ${text('uuid')} No Encontrado`],
          ];
    }
    case 'report_uuid': {
      const [from, to] = [text('date_from'), text('date_to')];
      const listed = ledger.stamps.filter(
        ({ emisor, fechaTimbrado }) =>
          emisor === text('taxpayer_id') && fechaTimbrado >= from && fechaTimbrado <= to,
      );
      const line = ({ fechaTimbrado, uuid }: (typeof listed)[number]): [string, Fields] => [
        'ReportUUID',
        [
          ['date', fechaTimbrado.replace('T', ' ')],
          ['uuid', uuid],
        ],
      ];
      return [['invoices', listed.map(line)]];
    }
    case 'report_total':
    case 'report_credit': {
      const credit = method === 'report_credit' ? faults.settings.balance : ledger.stamps.length;
      const name = method === 'report_credit' ? 'ReportTotalCredit' : 'ReportTotal';
      const one: Fields = [
        ['taxpayer_id', text('taxpayer_id')],
        [method === 'report_credit' ? 'credit' : 'total', String(credit)],
        ['date', centralTime(double.now()).slice(0, 10)],
      ];
      return [['result', [[name, one]]]];
    }
    default:
      return undefined;
  }
}

interface Issuer {
  status: string;
  credit: number;
}

/** Issuers under the account; all that stamp are taken, unless `notRegistered` names them. */
export class Register {
  readonly issuers = new Map<string, Issuer>();

  answer(double: Double, method: string, text: Text): Fields | undefined {
    const rfc = text('taxpayer_id');
    const { faults } = double;
    switch (method) {
      case 'add': {
        const known = this.issuers.has(rfc);
        this.issuers.set(rfc, { status: 'A', credit: text('type_user') === 'P' ? 0 : -1 });
        faults.set({ notRegistered: faults.settings.notRegistered.filter((other) => other !== rfc) });
        return said(known ? 'Account Already exists' : 'Account Created successfully');
      }
      case 'edit': {
        const issuer = this.issuers.get(rfc);
        if (!issuer) return said('Failed to update account', false);
        issuer.status = text('status');
        if (issuer.status === 'S') faults.set({ notRegistered: [...faults.settings.notRegistered, rfc] });
        return said('Account updated');
      }
      case 'get': {
        const issuer = this.issuers.get(rfc);
        if (!issuer) return [['message', 'RFC Invalido']];
        return [['users', [['ResellerUser', userOf(rfc, issuer)]]]];
      }
      case 'customers': {
        const all = [...this.issuers].map(
          ([name, issuer]) => ['ResellerUser', userOf(name, issuer)] as const,
        );
        return [
          ['message', `Showing 1 to ${Math.min(all.length, 50)} of ${all.length} entries`],
          ['users', all.slice(0, 50)],
        ];
      }
      case 'assign': {
        const issuer = this.issuers.get(rfc);
        if (!issuer) return said('RFC Invalido', false);
        issuer.credit += Number(text('credit'));
        return [...said('Success, added credit'), ['credit', String(issuer.credit)]];
      }
      case 'switch':
        return said('Account Type switched');
      default:
        return undefined;
    }
  }
}

const said = (message: string, success = true): Fields => [
  ['success', String(success)],
  ['message', message],
];
const userOf = (rfc: string, { status, credit }: Issuer): Fields => [
  ['status', status],
  ['counter', '0'],
  ['taxpayer_id', rfc],
  ['credit', String(credit)],
];
