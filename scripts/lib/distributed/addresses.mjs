import { randomBytes } from 'node:crypto';
import { roleOf } from '#hosting/owners/roles';
import { databaseBeside, ownDatabaseVariable } from '#hosting/owners/services';
import { OWN_DATABASE } from './settings.mjs';
import { SERVICES } from './services.mjs';

/** A database as a service logs in there. */
export const loggedInAs = (service, password, url) => {
  const login = new URL(url);
  login.username = roleOf(service);
  login.password = password;
  return login.href;
};

/**
 * The databases that somebody has set: each process is told of the shared one and of its own.
 * @returns what the environment of a service, of the step migrate, and of a program of the operator's has of them
 */
export const givenAddresses = ({ DATABASE_URL, TIMBRA_DATABASE_LOGINS, ...settings }) => {
  const own = Object.fromEntries(
    Object.entries(settings).filter(([name, url]) => OWN_DATABASE.test(name) && url),
  );
  return {
    ofService: (service) => {
      const variable = ownDatabaseVariable(service);
      return { DATABASE_URL, ...(own[variable] && { [variable]: own[variable] }) };
    },
    ofMigrate: { DATABASE_URL, ...own, ...(TIMBRA_DATABASE_LOGINS && { TIMBRA_DATABASE_LOGINS }) },
    // Whoever runs one has set them.
    ofOperators: {},
  };
};

/**
 * The databases of the embedded server: the shared one, and one for each service that has the service's name. Services log in as their
 * own roles, with passwords that hold for this start: nothing has to keep them.
 * @param places `url` of the shared one, as its owner; `own`: the services that have their own
 * @param given passwords that somebody has set, by service
 */
export const madeAddresses = ({ url, own }, given = new Map()) => {
  const passwords = new Map(
    SERVICES.map((service) => [service, given.get(service) ?? randomBytes(24).toString('hex')]),
  );
  const ofOwner = Object.fromEntries(
    own.map((service) => [ownDatabaseVariable(service), databaseBeside(url, service)]),
  );
  return {
    ofService: (service) => {
      const loggedIn = (place) => loggedInAs(service, passwords.get(service), place);
      return {
        DATABASE_URL: loggedIn(url),
        ...(own.includes(service) && {
          [ownDatabaseVariable(service)]: loggedIn(databaseBeside(url, service)),
        }),
      };
    },
    ofMigrate: {
      DATABASE_URL: url,
      ...ofOwner,
      TIMBRA_DATABASE_LOGINS: [...passwords].map((login) => login.join(':')).join(),
    },
    ofOperators: { DATABASE_URL: url, ...ofOwner },
  };
};
