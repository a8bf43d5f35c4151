import { describe, expect, it } from '@jest/globals';
import {
  checkConnections,
  needsByServer,
  reckonConnections,
} from '../../scripts/lib/distributed/connections.mjs';
import { checkJava } from '../../scripts/lib/distributed/java.mjs';
import { serviceProgram, SERVICES } from '../../scripts/lib/distributed/services.mjs';
import { sharedEnvironment, withDefaults } from '../../scripts/lib/distributed/settings.mjs';

describe('connections of PostgreSQL', () => {
  const needs = { processes: 11, pool: 8 };

  it('are reckoned from the processes and their pools', () => {
    expect(reckonConnections({ processes: 11, pool: 8 })).toBe(11 * (8 + 6) + 20);
    expect(() => checkConnections(needs, { most: 177, reserved: 3 })).not.toThrow();
  });

  it('that are too few are told in a sentence, with the pool that would fit', () => {
    const refuse = (most: number) => () => checkConnections(needs, { most, reserved: 3 });
    expect(refuse(176)).toThrow(
      'The PostgreSQL of DATABASE_URL takes 173 connections (max_connections 176, of which 3 are reserved), and 11 processes with pools of 8 need 174: raise max_connections to 177, or set TIMBRA_DATABASE_POOL to 7.',
    );
    // With the least pool that there may be, 4, it needs 130 and those reserved.
    expect(refuse(133)).toThrow(/to 4\.$/);
    expect(refuse(132)).toThrow(/raise max_connections to 177\.$/);
  });

  it('are reckoned for each server, where services have databases of their own', () => {
    const databaseUrl = 'postgresql://timbra@db/timbra';
    const ownUrls = ['invoicing@db:5432/invoicing', 'gateway@other/gateway', 'webhooks@other/webhooks'].map(
      (rest) => `postgresql://${rest}`,
    );
    const servers = needsByServer({ databaseUrl, ownUrls }, needs);
    expect(servers).toEqual([
      { url: databaseUrl, needs: { ...needs, beside: 1 } },
      { url: 'postgresql://gateway@other/gateway', needs: { pool: 8, own: 2 } },
    ]);
    expect(servers.map((server) => reckonConnections(server.needs))).toEqual([176, 40]);
    expect(() =>
      checkConnections({ pool: 8, own: 2 }, { most: 40, reserved: 3 }, 'DATABASE_URL_GATEWAY'),
    ).toThrow(
      'The PostgreSQL of DATABASE_URL_GATEWAY takes 37 connections (max_connections 40, of which 3 are reserved), and 2 processes with pools of 8 need 40: raise max_connections to 43, or set TIMBRA_DATABASE_POOL to 6.',
    );
  });
});

describe('what Kafka needs', () => {
  const machine = (found: Readonly<Record<string, string>>) => () =>
    checkJava((command) => found[command.endsWith('kafka.sh') ? 'jars' : command]);
  const JAVA = 'openjdk version "17.0.15" 2025-04-15\n';

  it('is there: Java, and Maven until the jars are', () => {
    expect(machine({ java: JAVA, mvn: 'Apache Maven 3' })()).toBe(true);
    expect(machine({ java: JAVA, jars: '' })()).toBe(false);
    expect(machine({ java: 'openjdk version "25" 2025-09-16', jars: '' })()).toBe(false);
  });

  it.each([
    [{}, /^Kafka needs Java 17 or newer, which was not found: apt install openjdk-17-jre-headless/],
    [{ java: 'java version "1.8.0_412"', jars: '' }, /and this is Java 8: .*or set TIMBRA_KAFKA/],
    [{ java: 'openjdk version "11.0.2" 2019', jars: '' }, /and this is Java 11: /],
    [{ java: JAVA }, /^Maven fetches Kafka at the first start, and was not found: apt install maven/],
  ])('is told in one sentence where it is missing: %j', (found, sentence) => {
    expect(machine(found)).toThrow(sentence);
    expect(machine(found)).toThrow(/^[^\n]*\.$/);
  });
});

describe('the settings of a process', () => {
  const places = { brokers: '127.0.0.1:1', dataDir: '/data', port: 3000 };

  it('are those of the environment, with defaults for one machine', () => {
    expect(withDefaults({ TIMBRA_DATA: '', TIMBRA_DATABASE_POOL: '6', OTHER: 'kept' })).toMatchObject({
      ...{ TIMBRA_DATA: '.data-distributed', TIMBRA_DATABASE_POOL: '6', OTHER: 'kept' },
      TIMBRA_KAFKA_PARTITIONS: '3',
    });
    // Brokers of one's own have topics of their own size.
    expect(withDefaults({ TIMBRA_KAFKA: 'kafka:9092' })).not.toHaveProperty('TIMBRA_KAFKA_PARTITIONS');
  });

  it('name one Kafka and the address of the gateway, and no database', () => {
    const given = {
      ...{ DATABASE_URL: 'postgresql://db', DATABASE_URL_INVOICING: 'postgresql://own' },
      TIMBRA_DATABASE_LOGINS: 'gateway:secret',
    };
    const env = sharedEnvironment(withDefaults(given), places);
    expect(env).toMatchObject({
      ...{ TIMBRA_KAFKA: '127.0.0.1:1', TIMBRA_DATA: '/data' },
      ...{ TIMBRA_PORT: '3000', TIMBRA_PUBLIC_URL: 'http://localhost:3000' },
    });
    expect(Object.keys(env).filter((name) => name in given)).toEqual([]);
    const set = { TIMBRA_PUBLIC_URL: 'https://timbra.example' };
    expect(sharedEnvironment(withDefaults(set), places)).toMatchObject(set);
  });

  it('give the ports that were set to the gateway alone, and bound every heap', () => {
    const env = { TIMBRA_PORT: '3000', TIMBRA_OPERATOR_PORT: '9464' };
    const ports = SERVICES.map((name) => {
      const { TIMBRA_PORT, TIMBRA_OPERATOR_PORT } = serviceProgram(name, env).env;
      return [name, TIMBRA_PORT, TIMBRA_OPERATOR_PORT];
    });
    expect(ports.filter(([, port]) => port !== '0')).toEqual([['gateway', '3000', '9464']]);
    expect(ports.filter(([, , port]) => port)).toHaveLength(1);
    for (const name of SERVICES)
      expect(serviceProgram(name, env).args[0]).toMatch(/^--max-old-space-size=\d{3}$/);
  });
});
