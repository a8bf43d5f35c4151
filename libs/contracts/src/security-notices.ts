import type { Bilingual } from '#kernel';
import type { CertificateKind } from './organization-expiry.js';
import type { OrganizationDoc } from './organizations.js';

/** What happened that people should hear of at once: it may not have been them. */
export type SecurityMatter =
  /** `narrowed`: to operations or addresses. */
  | {
      readonly kind: 'live-key-added';
      readonly first_12: string;
      readonly name: string | null;
      readonly narrowed: boolean;
    }
  | { readonly kind: 'test-key-renewed'; readonly first_12: string }
  | { readonly kind: 'user-key-added' | 'user-keys-reset'; readonly first_12: string }
  /** `role`: its id. */
  | { readonly kind: 'member-joined' | 'role-set' | 'ownership-given-up'; readonly role: string }
  | { readonly kind: 'ownership-shared' }
  | {
      readonly kind: 'certificate-replaced';
      readonly certificate: CertificateKind;
      readonly serial_number: string;
      /** The number of the one before. */
      readonly replaces: string;
    }
  | {
      readonly kind: 'certificate-removed';
      readonly certificate: CertificateKind;
      readonly serial_number: string;
    };

/** A notice on its way; its mail follows from the event, so that each is sent once. */
export interface SecurityNotice {
  readonly matter: SecurityMatter;
  /** `person`: to them alone. The owners' goes to the others of them. */
  readonly to: 'owners' | 'person';
  /** The id of the user concerned; null: nobody in particular. */
  readonly person: string | null;
  /** As the event's metadata say it. */
  readonly actor: string;
  readonly at: string;
  /** Of the event, in its stream: what is shown of it must not be older. */
  readonly revision: number;
}

/** A person as mails name them. */
export interface NamedPerson {
  readonly full_name: string;
  readonly email: string;
}

/** Who did something, as people know them. */
export type NamedActor =
  | ({ readonly type: 'person' } & NamedPerson)
  /** Null: of a key that is gone. */
  | { readonly type: 'key'; readonly first_12: string | null }
  /** By a link that the organization gave away, to hand in a certificate. */
  | { readonly type: 'link' }
  | { readonly type: 'operator' }
  | { readonly type: 'service' };

/** Whom a notice goes to, and the names in it. */
export interface SecurityContact {
  /** Null: it is about a user. */
  readonly organization: OrganizationDoc | null;
  /** Addresses; of the owners without the person concerned. Nobody who is suspended. */
  readonly to: readonly string[];
  readonly actor: NamedActor;
  readonly person: NamedPerson | null;
  readonly role_name: Bilingual | null;
}

/** Whether it is about a user, and no organization. */
export const isOfUser = ({ kind }: SecurityMatter): boolean =>
  kind === 'user-key-added' || kind === 'user-keys-reset';
