import { ApiProperty } from '@nestjs/swagger';
import { field, type Detail } from '#kernel';
import { ORGANIZATION_PACS, type OrganizationPac, type PacSecrets, type PacSettings } from '#contracts';
import { Flag, ListOf, Nested, OneOf, oneOf, Text } from '#http';

/** Absent leaves as it is. */
const OPTIONAL = { optional: true } as const;
/** Null removes. */
const REMOVABLE = { optional: true, nullable: true } as const;

const USER = { max: 200, example: 'facturas@acme.mx' } as const;
const PASSWORD = { max: 500 } as const;
/** A token that lasts is a JWT; it goes into a header. */
const TOKEN = { max: 4_000, pattern: /^[\x21-\x7e]+$/, expected: 'JWT' } as const;
/** It stands before a colon, where HTTP carries it. */
const USER_OF_BASIC = { ...USER, pattern: /^[^:]+$/ } as const;

class SwCredentialsBody {
  @Text({ ...OPTIONAL, ...USER, description: 'User of the account, with `password`' }) user?: string;
  @Text({ ...OPTIONAL, ...PASSWORD, description: 'Password of that user, which is never shown again' })
  password?: string;
  @Text({ ...OPTIONAL, ...TOKEN, description: 'A token that lasts, in place of user and password' })
  token?: string;
}

class FinkokCredentialsBody {
  @Text({ ...USER, description: 'User of the account' }) user!: string;
  @Text({ ...PASSWORD, description: 'Its password' }) password!: string;
}

class ProdigiaCredentialsBody {
  @Text({ max: 100, description: 'The number of the contract' }) contract!: string;
  @Text({ ...USER_OF_BASIC, description: 'User of the account, without a colon' }) user!: string;
  @Text({ ...PASSWORD, description: 'Its password' }) password!: string;
}

class CredentialsBody {
  @Nested(() => SwCredentialsBody, {
    ...REMOVABLE,
    description: 'Of SW sapien: user and password, or a token',
  })
  sw?: SwCredentialsBody | null;
  @Nested(() => FinkokCredentialsBody, { ...REMOVABLE, description: 'Of Finkok: user and password' })
  finkok?: FinkokCredentialsBody | null;
  @Nested(() => ProdigiaCredentialsBody, {
    ...REMOVABLE,
    description: 'Of Prodigia: contract, user and password',
  })
  prodigia?: ProdigiaCredentialsBody | null;
}

class ManifestsBody {
  @Flag({ ...OPTIONAL, description: 'That of SW sapien' }) sw?: boolean;
  @Flag({ ...OPTIONAL, description: 'That of Finkok' }) finkok?: boolean;
  @Flag({ ...OPTIONAL, description: 'That of Prodigia' }) prodigia?: boolean;
}

const TEST_PACS = ['sandbox', ...ORGANIZATION_PACS] as const;

export class PacsBody {
  @ListOf(oneOf(ORGANIZATION_PACS), {
    ...{ ...OPTIONAL, max: ORGANIZATION_PACS.length, example: ['sw', 'finkok'] },
    description:
      'Who stamps in Live, each once: the first one gets new documents, the next one what the first surely has not taken. Empty: the installation’s order',
  })
  order?: OrganizationPac[];
  @Nested(() => CredentialsBody, {
    ...OPTIONAL,
    description:
      'Of accounts of the organization’s own, by PAC; null removes them. They are never shown again',
  })
  credentials?: CredentialsBody;
  @Nested(() => ManifestsBody, {
    ...OPTIONAL,
    description: 'Whether the manifest of a PAC was signed elsewhere, such as at the page of the PAC',
  })
  manifests?: ManifestsBody;
  @OneOf(TEST_PACS, {
    ...OPTIONAL,
    description: 'Who stamps in Test: the sandbox of this service, or that of a PAC',
  })
  pac?: PacSettings['pac'];
}

const REPEATED = {
  es: 'El PAC está repetido en el orden.',
  en: 'The PAC is in the order more than once.',
};
const ONE_WAY = {
  es: 'Envíe "user" y "password", o bien "token".',
  en: 'Send "user" and "password", or "token".',
};

/** What is wrong with settings that have the right form. */
export function pacsProblems({ order = [], credentials }: PacsBody): Detail[] {
  const repeated = order.flatMap((pac, index) =>
    order.indexOf(pac) < index ? [field(`order[${index}]`, 'invalid_value', { message: REPEATED })] : [],
  );
  const { sw } = credentials ?? {};
  if (!sw || secretsOfSw(sw)) return repeated;
  const missing = sw.user !== undefined && sw.token === undefined ? 'password' : 'user';
  const path = `credentials.sw.${missing}`;
  const code = sw.token === undefined ? 'required' : 'not_allowed';
  return [...repeated, field(path, code, { message: ONE_WAY })];
}

function secretsOfSw({ user, password, token }: SwCredentialsBody): PacSecrets['sw'] {
  if (token !== undefined) return user === undefined && password === undefined ? { token } : undefined;
  return user !== undefined && password !== undefined ? { user, password } : undefined;
}

/** The credentials that were sent, of a body without problems. */
export function secretsIn({ sw, finkok, prodigia }: CredentialsBody): PacSecrets {
  const ofSw = sw ? secretsOfSw(sw) : undefined;
  return {
    ...(ofSw && { sw: ofSw }),
    ...(finkok && { finkok: { user: finkok.user, password: finkok.password } }),
    ...(prodigia && {
      prodigia: { contract: prodigia.contract, user: prodigia.user, password: prodigia.password },
    }),
  };
}

/** Credentials as they are shown. */
export class ShownCredentials {
  @ApiProperty({ description: 'Whether there are any, of the organization or of the installation' })
  configured!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: ['organization', 'installation', null],
    description: 'Whose they are; null: there are none',
  })
  source!: 'organization' | 'installation' | null;
  @ApiProperty({
    ...{ type: String, nullable: true, example: 'fa***mx' },
    description: 'The user name with its middle hidden; null for a token and for those of the installation',
  })
  user!: string | null;
}

/** A manifest as it is shown. */
export class ShownManifest {
  @ApiProperty({ description: 'Whether it is signed' }) signed!: boolean;
  @ApiProperty({
    ...{ type: String, format: 'date-time', nullable: true },
    description: 'When it was signed here or declared',
  })
  at!: string | null;
  @ApiProperty({
    ...{ type: String, nullable: true, enum: ['declared', 'signed_here', null] },
    description: 'By whose word; null: it is not signed',
  })
  by!: 'declared' | 'signed_here' | null;
  @ApiProperty({
    ...{ type: String, nullable: true, example: '30001000000500003456' },
    description: 'Number of the FIEL that signed, where it was signed here',
  })
  certificate!: string | null;
}

class CredentialsByPac {
  @ApiProperty({ type: () => ShownCredentials }) sw!: ShownCredentials;
  @ApiProperty({ type: () => ShownCredentials }) finkok!: ShownCredentials;
  @ApiProperty({ type: () => ShownCredentials }) prodigia!: ShownCredentials;
}

class ManifestsByPac {
  @ApiProperty({ type: () => ShownManifest }) sw!: ShownManifest;
  @ApiProperty({ type: () => ShownManifest }) finkok!: ShownManifest;
  @ApiProperty({ type: () => ShownManifest }) prodigia!: ShownManifest;
}

/** The PACs of an organization, as answered. */
export class Pacs {
  @ApiProperty({
    ...{ enum: ORGANIZATION_PACS, isArray: true },
    description: 'As the organization has chosen; empty: it uses the installation’s order',
  })
  order!: readonly OrganizationPac[];
  @ApiProperty({
    ...{ enum: ORGANIZATION_PACS, isArray: true },
    description:
      'Who stamps in Live as things are: of an order of its own, those with credentials and a signed manifest',
  })
  live!: readonly OrganizationPac[];
  @ApiProperty({ enum: TEST_PACS, description: 'Who stamps in Test' }) pac!: PacSettings['pac'];
  @ApiProperty({ type: () => CredentialsByPac }) credentials!: CredentialsByPac;
  @ApiProperty({ type: () => ManifestsByPac }) manifests!: ManifestsByPac;
}
