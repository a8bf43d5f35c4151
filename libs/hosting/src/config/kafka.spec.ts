import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '../postgres/startup-error.js';
import { loadConfig } from './config.js';

const of = (env: Readonly<Record<string, string>>) => loadConfig(env).kafka;

describe('TIMBRA_KAFKA', () => {
  it('unset keeps commands within the process, no matter what else is set', () => {
    expect(of({})).toBeUndefined();
    expect(of({ TIMBRA_KAFKA: '', TIMBRA_KAFKA_PREFIX: '!', TIMBRA_KAFKA_SASL: 'x' })).toBeUndefined();
  });

  it('names the brokers', () => {
    expect(of({ TIMBRA_KAFKA: 'kafka-1:9092, kafka-2.example:9093,10.0.0.3:9092,[::1]:9092' })).toEqual({
      brokers: ['kafka-1:9092', 'kafka-2.example:9093', '10.0.0.3:9092', '[::1]:9092'],
      ...{ prefix: 'timbra', tls: undefined, sasl: undefined, partitions: 12, replication: undefined },
      sessionMs: 10_000,
    });
  });

  it('takes TLS, credentials and the shape of topics', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'timbra-ca-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, 'PEM');
    const config = of({
      TIMBRA_KAFKA: 'k:9093',
      TIMBRA_KAFKA_CA: file,
      TIMBRA_KAFKA_SASL: 'scram-sha-512',
      TIMBRA_KAFKA_USER: 'timbra',
      TIMBRA_KAFKA_PASSWORD: 's3cret',
      TIMBRA_KAFKA_PREFIX: 'stage_2',
      TIMBRA_KAFKA_PARTITIONS: '48',
      TIMBRA_KAFKA_REPLICATION: '2',
      TIMBRA_KAFKA_SESSION_MS: '1000',
    });
    await rm(folder, { recursive: true });
    expect(config).toMatchObject({
      ...{ prefix: 'stage_2', tls: { ca: 'PEM' }, partitions: 48, replication: 2, sessionMs: 1_000 },
      sasl: { mechanism: 'scram-sha-512', username: 'timbra', password: 's3cret' },
    });
    expect(of({ TIMBRA_KAFKA: 'k:9093', TIMBRA_KAFKA_TLS: 'true' })?.tls).toEqual({});
  });

  const sasl = { TIMBRA_KAFKA_SASL: 'plain', TIMBRA_KAFKA_USER: 'u', TIMBRA_KAFKA_PASSWORD: 's3cret' };
  it.each([
    [{ TIMBRA_KAFKA: 'kafka' }, 'TIMBRA_KAFKA must'],
    [{ TIMBRA_KAFKA: 'http://kafka:9092' }, 'TIMBRA_KAFKA must'],
    [{ TIMBRA_KAFKA: 'u:s3cret@kafka:9092' }, 'TIMBRA_KAFKA must'],
    [{ TIMBRA_KAFKA_PREFIX: 'a.b' }, 'TIMBRA_KAFKA_PREFIX'],
    [{ TIMBRA_KAFKA_TLS: 'yes' }, 'TIMBRA_KAFKA_TLS'],
    [{ TIMBRA_KAFKA_CA: '/nowhere/ca.pem' }, 'TIMBRA_KAFKA_CA'],
    [{ TIMBRA_KAFKA_CA: '/nowhere/ca.pem', TIMBRA_KAFKA_TLS: 'false' }, 'TIMBRA_KAFKA_CA'],
    [{ ...sasl, TIMBRA_KAFKA_SASL: 'oauth' }, 'TIMBRA_KAFKA_SASL'],
    [{ ...sasl, TIMBRA_KAFKA_SASL: '' }, 'TIMBRA_KAFKA_SASL'],
    [{ ...sasl, TIMBRA_KAFKA_USER: '' }, 'TIMBRA_KAFKA_USER'],
    [sasl, 'TIMBRA_KAFKA_TLS'],
    [{ TIMBRA_KAFKA_PARTITIONS: '0' }, 'TIMBRA_KAFKA_PARTITIONS'],
    [{ TIMBRA_KAFKA_REPLICATION: 'three' }, 'TIMBRA_KAFKA_REPLICATION'],
    [{ TIMBRA_KAFKA_SESSION_MS: '499' }, 'TIMBRA_KAFKA_SESSION_MS'],
    [{ TIMBRA_LEASE_MS: '1s' }, 'TIMBRA_LEASE_MS'],
  ])('refuses %j in a sentence that names the variable and no secret', (env, words) => {
    const load = () => of({ TIMBRA_KAFKA: 'kafka:9092', ...env });
    expect(load).toThrow(StartupError);
    expect(load).toThrow(words);
    expect(load).not.toThrow('s3cret');
  });
});
