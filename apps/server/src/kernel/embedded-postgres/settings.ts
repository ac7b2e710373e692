// Lists the server settings of the embedded PostgreSQL, each beside its reason.

/** Connections are processes: this bounds their memory. A program's pool, listener and reports use some 30. */
const CONNECTION_COUNT_MAX = 64;

/*
 * Given on the command line, where ALTER SYSTEM cannot override them: nobody turns durability off by accident.
 */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: String(CONNECTION_COUNT_MAX),
  // All processes together take 28 MB (Pss) idle and 80 MB once all buffers are in use; the system's cache does the rest.
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  // Reads by the session itself: the three processes of the default `worker` only help scans of cold data.
  io_method: 'sync',
  autovacuum_worker_slots: '3',
  autovacuum_max_workers: '2',
  max_worker_processes: '4',
  // Without it there is one process less; nobody subscribes to an embedded database.
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  // The binaries have no LLVM; saying so spares each plan the look.
  jit: 'off',
  // A page is written whole into the log once after each checkpoint, so rare checkpoints halve the log of a busy
  // hour; 1 GB bounds the disk that it takes, and the log that a start after a crash must replay.
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // The binaries compress with pglz alone: measured on scattered updates it halved the log and took three times the
  // processor, which is what runs out first here.
  wal_compression: 'off',
  // One base backup at a time goes over the protocol; no replica streams from an embedded database.
  max_wal_senders: '2',
  max_replication_slots: '2',
  // A statement whose client has given up ends: its answer is not read, and its locks stand in the way of others.
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  // `log` leaves out ERROR: a conflict is an expected outcome here, and its text would carry personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/** Arguments `-c name=value` for the server; later ones win, so the caller's settings come last. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
