import { totalmem } from 'node:os';
import { SOCKET_PORT, type Listening } from './listening.js';

const GIB = 1024 ** 3;

/** What a server is for. */
export interface ServerNeeds {
  /** False gives up safety against power cuts for speed: for tests. */
  readonly durable: boolean;
  /** Undefined: as many as one process, or a server of tests, needs. */
  readonly maxConnections: number | undefined;
}

/** One folder of a list that commas part. */
const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`;

/**
 * The embedded server's settings: durable first (what was answered with 2xx survives a power cut), sized for
 * a service of many short transactions beside Node on one machine.
 */
export const serverSettings = (
  place: Listening,
  logs: string,
  { durable, maxConnections }: ServerNeeds,
): readonly string[] => {
  const settings: Readonly<Record<string, string | number>> = {
    // Reached from this machine only, by this user only where there is a socket, and with the password only.
    listen_addresses: place.kind === 'tcp' ? '127.0.0.1' : '',
    port: place.kind === 'tcp' ? place.port : SOCKET_PORT,
    unix_socket_directories: place.kind === 'tcp' ? '' : quoted(place.folder),
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    // Many services share a server that need not last: that of the specs.
    max_connections: maxConnections ?? (durable ? 100 : 300),

    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    wal_level: 'replica',
    max_wal_senders: 4,
    max_logical_replication_workers: 0,
    wal_buffers: '16MB',
    min_wal_size: '64MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '10min',

    shared_buffers: totalmem() >= 4 * GIB ? '256MB' : '128MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',

    // Errors of statements come back to us and are logged there; DETAIL may quote values of rows.
    log_destination: 'stderr',
    logging_collector: 'on',
    log_directory: logs,
    log_filename: 'postgres-%w.log',
    log_file_mode: '0600',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_truncate_on_rotation: 'on',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};
