import { Injectable } from '@nestjs/common';
import { ok, type Result } from '#kernel';
import type { Address, Json, JsonObject } from '#contracts';
import { findEstado, postalCode } from '#sat';
import { CustomerResolver } from '../../customers/resolver.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import type { ContentScope } from '../scope.js';

/**
 * Comercio Exterior as it is sent takes whole persons from elsewhere: `Emisor: true` (the default) is the organization,
 * and `{ id }` a customer. Here they become what the complement writes of them: a domicile, and a number of identity.
 */
@Injectable()
export class ForeignTrade {
  constructor(
    private readonly organizations: OrganizationDirectory,
    private readonly customers: CustomerResolver,
  ) {}

  /** Refuses customer_not_found at the path of an unknown id. */
  async resolve(scope: ContentScope, data: JsonObject, path: string): Promise<Result<JsonObject>> {
    const out: Record<string, Json> = { ...data };
    const { Emisor: issuer = true } = data;
    if (issuer === true) out['Emisor'] = await this.issuer(scope);
    else if (issuer === false || issuer === null) delete out['Emisor'];
    for (const [name, of] of [
      ['Receptor', asReceiver],
      ['Destinatario', asAddressee],
      ['Propietario', asOwner],
    ] as const) {
      const person = data[name];
      if (person === undefined || person === null) continue;
      const list = Array.isArray(person) ? (person as readonly Json[]) : [person];
      const resolved: Json[] = [];
      for (const [index, one] of list.entries()) {
        const place = Array.isArray(person) ? `${path}.${name}[${index}]` : `${path}.${name}`;
        const made = await this.person(scope, one, of, place);
        if (!made.ok) return made;
        resolved.push(made.value);
      }
      out[name] = Array.isArray(person) ? resolved : (resolved[0] as Json);
    }
    return ok(out);
  }

  private async issuer({ tenant }: ContentScope): Promise<Json> {
    const { legal } = await this.organizations.organization(tenant.organizationId);
    return { Domicilio: domicile(legal.address) };
  }

  private async person(
    scope: ContentScope,
    person: Json,
    of: (customer: Person) => Json,
    path: string,
  ): Promise<Result<Json>> {
    const id = referenceOf(person);
    if (id === undefined) return ok(person);
    const found = await this.customers.resolve(scope, id, `${path}.id`);
    return found.ok ? ok(of(found.value)) : found;
  }
}

interface Person {
  readonly legal_name: string | null;
  readonly tax_id: string | null;
  readonly address: Address;
}

const referenceOf = (person: Json): string | undefined => {
  if (typeof person !== 'object' || person === null || Array.isArray(person)) return undefined;
  const { id } = person as JsonObject;
  return typeof id === 'string' ? id : undefined;
};

/** Leaves out what is unknown: the engine says what is missing. */
const known = (values: Readonly<Record<string, string | null | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as JsonObject;

/** Municipality, locality and neighborhood are keys of catalogues there, names here: they are left to the caller. */
const domicile = (address: Address): JsonObject =>
  known({
    Calle: address.street,
    NumeroExterior: address.exterior,
    NumeroInterior: address.interior,
    Estado: stateOf(address),
    Pais: address.country,
    CodigoPostal: address.zip,
  });

/** The state's key where the tax authority has one; a country without keys keeps its own name. */
const stateOf = ({ country, state, zip }: Address): string | null =>
  (state ? findEstado(state, country)?.key : undefined) ??
  (country === 'MEX' ? (postalCode(zip ?? '')?.state ?? null) : state);

const asReceiver = ({ address }: Person): Json => ({ Domicilio: domicile(address) });
const asAddressee = ({ legal_name, tax_id, address }: Person): Json => ({
  ...known({ NumRegIdTrib: tax_id, Nombre: legal_name }),
  Domicilio: [domicile(address)],
});
const asOwner = ({ tax_id, address }: Person): Json =>
  known({ NumRegIdTrib: tax_id, ResidenciaFiscal: address.country });
