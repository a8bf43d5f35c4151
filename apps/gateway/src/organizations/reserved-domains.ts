import type { RouteTable } from '#http';

/**
 * Names that nobody gets beside those of routes: they look as if the installation itself spoke, or are likely to be the
 * first part of an address of ours one day.
 */
const KEPT = [
  ...['demo', 'test', 'live', 'sandbox', 'example', 'timbra'],
  ...['admin', 'administrator', 'root', 'system', 'security', 'seguridad', 'staff', 'abuse', 'postmaster'],
  ...['account', 'accounts', 'cuenta', 'login', 'logout', 'signin', 'signup', 'register', 'session', 'oauth'],
  ...['password', 'users', 'team', 'teams', 'invite', 'invites', 'invitations', 'onboarding', 'settings'],
  ...['dashboard', 'portal', 'home', 'index', 'public', 'static', 'assets', 'images', 'files', 'download'],
  ...['downloads', 'upload', 'uploads', 'webhooks', 'events', 'status', 'health', 'metrics', 'about'],
  ...['support', 'soporte', 'help', 'ayuda', 'contact', 'contacto', 'legal', 'terms', 'privacy', 'billing'],
  ...['favicon', 'robots', 'sitemap', 'well-known', 'graphql', 'null', 'undefined'],
];

/**
 * Domains that no organization may choose, since portals are served under `/{domain}`: the first part of the path of
 * each route that the gateway has, and some words.
 */
export const reservedDomains = (routes: RouteTable): ReadonlySet<string> =>
  new Set([...Object.keys(routes).map((route) => route.split('/')[1] ?? ''), ...KEPT]);
