import { ignoreUnknown } from '#kernel';
import { emptyLegal, type KeyPrint, type OrganizationEvent, type OrganizationLegal } from '#contracts';
import { evolveLook, plainLook, type Look } from './look.js';

/** An organization: an issuer of invoices, and the owner of everything that its keys create. */
export type Organization =
  | { readonly status: 'absent' }
  | {
      readonly status: 'active';
      readonly ownerId: string;
      readonly legal: OrganizationLegal;
      /** Null after its keys were revoked, until it is renewed. */
      readonly testKey: KeyPrint | null;
      readonly look: Look;
    };

export const absent: Organization = { status: 'absent' };

export function evolve(state: Organization, event: OrganizationEvent): Organization {
  if (event.type === 'OrganizationCreated') {
    const { name, owner_id, test_key } = event.data;
    const legal = emptyLegal(name);
    return { status: 'active', ownerId: owner_id, legal, testKey: test_key, look: plainLook };
  }
  if (state.status !== 'active') return state;
  switch (event.type) {
    case 'LegalDataSet': {
      const { at: _at, ...legal } = event.data;
      return { ...state, legal };
    }
    case 'TestKeyRenewed':
      return { ...state, testKey: event.data.test_key };
    case 'OrganizationKeysRevoked':
      return { ...state, testKey: null };
    case 'LogoSet':
      return { ...state, look: evolveLook(state.look, event) };
    default:
      return ignoreUnknown(event, state);
  }
}
