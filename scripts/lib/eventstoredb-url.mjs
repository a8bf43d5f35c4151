import { URLSearchParams } from 'node:url';

/** The options that the service takes (libs/event-store/src/eventstoredb/settings.ts). */
const OPTIONS = [
  ...['maxDiscoverAttempts', 'discoveryInterval', 'gossipTimeout', 'keepAliveInterval', 'keepAliveTimeout'],
  ...['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'connectionName', 'nodePreference'],
];
const FORM = /^esdb(?:\+discover)?:\/\/(?:([^:@/?]+):([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/;
const HOST = /^[A-Za-z0-9._-]+(?::\d{1,5})?$/;

const flat = (name) => name.toLowerCase().replace(/[_-]/g, '');

/**
 * What is wrong with a connection string, in the words of the service, which is not built yet: what others' examples have
 * and we don't take. False: nothing that can be told before then.
 */
export const faultOfUrl = (url) => {
  const [form, user, , hosts, query] = FORM.exec(url.trim()) ?? [];
  if (!form) return 'it must look like esdb://user:password@host:2113?tls=true';
  const options = new Map([...new URLSearchParams(query)].map(([name, value]) => [flat(name), value]));
  const known = OPTIONS.map(flat);
  if ([...options.keys()].some((name) => !known.includes(name)))
    return `it has an unknown option; known are ${OPTIONS.join(', ')}`;
  const tls = options.get('tls') ?? 'true';
  if (!['true', 'false'].includes(tls)) return 'its tls must be true or false';
  if (tls === 'false' && user !== undefined)
    return 'with tls=false no user and password are sent: leave them out, or use TLS';
  return (
    !hosts.split(',').every((host) => HOST.test(host)) && 'one of its hosts is not of the form name:port'
  );
};
