import type { Tenant } from '#kernel';
import type { Pac, PacAccount } from '#pac';

/** The account of a tenant, as providers are asked for it. */
export const accountOf = ({ organizationId, livemode }: Tenant): PacAccount => ({ organizationId, livemode });

/** The account at a provider, where it has one, as it is written down. */
export const fingerprinted = ({ account }: Pick<Pac, 'account'>): { readonly account?: string } =>
  account === undefined ? {} : { account };
