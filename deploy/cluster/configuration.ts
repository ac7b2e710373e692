// Writes the configuration of etcd, Patroni, PgBouncer, HAProxy and the servers, each value that matters beside its reason.
import { join } from 'node:path';
import { type Layout, type Machine, machines, ownClone } from './layout.ts';

/** Names the program's account and its database, and the cluster in etcd. */
export const PROGRAM = 'keelson';

const HOST = '127.0.0.1';

/** A member knows the others from the start, so that they find each other in any order. */
export function etcdArguments(layout: Layout, machine: Machine): readonly string[] {
  const client = `http://${HOST}:${layout.port('etcd', machine)}`;
  const peerOf = (member: Machine): string => `http://${HOST}:${layout.port('etcdPeer', member)}`;
  return Object.entries({
    name: machine,
    'data-dir': join(layout.makeDirectory(machine), 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peerOf(machine),
    'initial-advertise-peer-urls': peerOf(machine),
    'initial-cluster': machines.map((member) => `${member}=${peerOf(member)}`).join(','),
    'initial-cluster-state': 'new',
    // On a busy disk a heartbeat of 100 ms comes late, and each late one is an election.
    'heartbeat-interval': '250',
    'election-timeout': '2500',
    'auto-compaction-retention': '1',
    logger: 'zap',
    'log-level': 'warn',
  }).flatMap(([name, value]) => [`--${name}`, value]);
}

/** What all members of the database agree on; it is read at the first start alone and lies in etcd afterwards. */
const agreed = {
  // A leader that is gone, with its machine, is replaced after `ttl`, which is the least that Patroni takes.
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  // Only a standby that has everything acknowledged may become the primary: without it a failover loses what was not sent yet.
  synchronous_mode: true,
  // PostgreSQL that was killed is not started in place first: a standby takes over at once.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    parameters: {
      // Three servers with a pool, their own connections and report runs.
      max_connections: 250,
      shared_buffers: '64MB',
      synchronous_commit: 'on',
      // A standby that hangs holds back every commit until the primary lets it go.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
      // A primary whose client has gone ends its statement, and its locks.
      client_connection_check_interval: '5s',
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 2,
      max_wal_size: '1GB',
      jit: 'off',
    },
  },
};

/** Patroni reads YAML, of which JSON is a part. */
export function patroniConfiguration(layout: Layout, machine: Machine, postgres: string): string {
  const { superuserPassword, replicationPassword } = layout;
  const folder = layout.makeDirectory(machine);
  const address = `${HOST}:${layout.port('postgres', machine)}`;
  const api = `${HOST}:${layout.port('patroni', machine)}`;
  const configuration = {
    scope: PROGRAM,
    name: machine,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: machines.map((member) => `${HOST}:${layout.port('etcd', member)}`) },
    bootstrap: {
      dcs: agreed,
      // Checksums are what pg_rewind needs to bring a former primary back.
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      bin_dir: postgres,
      data_dir: join(folder, 'postgres'),
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password: superuserPassword },
        replication: { username: 'replicator', password: replicationPassword },
        rewind: { username: 'postgres', password: superuserPassword },
      },
      pg_hba: [`host replication replicator ${HOST}/32 scram-sha-256`, `host all all ${HOST}/32 scram-sha-256`],
    },
  };
  return `${JSON.stringify(configuration, null, 2)}\n`;
}

/** Each machine has its own, before the one address that leads to the primary. */
export function pgbouncerConfiguration(layout: Layout, machine: Machine, accounts: string): string {
  return `[databases]
${PROGRAM} = host=${HOST} port=${layout.primaryPort} dbname=${PROGRAM}

[pgbouncer]
listen_addr = ${HOST}
listen_port = ${layout.port('pgbouncer', machine)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${accounts}
; A server listens (LISTEN) and prepares statements by name: both belong to a session.
pool_mode = session
server_reset_query = DISCARD ALL
; The pool of a server, its ten or so connections of its own, and what report runs open.
default_pool_size = 70
max_client_conn = 140
; A client learns soon that there is no primary, instead of waiting for one.
query_wait_timeout = 5
server_connect_timeout = 3
server_login_retry = 1
server_idle_timeout = 60
`;
}

/** Says for HAProxy itself what a server would say while it cannot serve. */
const envelope = JSON.stringify({
  body: null,
  errorDetail: {
    errorCode: 'SERVICE_UNAVAILABLE',
    errorMessage: 'The service is not available at the moment. Try again soon.',
    uuid: '00000000-0000-0000-0000-000000000000',
  },
});

export const haproxySocket = (layout: Layout): string => join(layout.directory, 'haproxy.sock');

/** Answers what may be some seconds old. A server measures itself how old that is, and goes to the primary where there is no standby. */
function standbyListener(layout: Layout, databases: readonly string[]): string {
  return `listen standby
    mode tcp
    bind ${HOST}:${layout.standbyPort}
    balance roundrobin
    option httpchk
    http-check send meth GET uri /replica
    http-check expect status 200
    option clitcpka
    option srvtcpka
    timeout client 1h
    timeout server 1h
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}
`;
}

export function haproxyConfiguration(layout: Layout): string {
  const own = [502, 503, 504]
    .map(
      (status) =>
        `    http-error status ${status} content-type application/json string '${envelope}' hdr Retry-After 1`,
    )
    .join('\n');
  const servers = machines.map((machine) => `    server ${machine} ${HOST}:${layout.port('server', machine)}`);
  const databases = machines.map(
    (machine) =>
      `    server ${machine} ${HOST}:${layout.port('postgres', machine)} check port ${layout.port('patroni', machine)}`,
  );
  return `global
    maxconn 2000
    stats socket ${haproxySocket(layout)} mode 600 level admin

defaults
    timeout connect 2s
    # The longest request takes 30 s, a stream beats every 15 s.
    timeout client 75s
    timeout server 75s

frontend web
    mode http
    bind ${HOST}:${layout.frontPort}
    option forwardfor
    http-request set-header X-Forwarded-Proto http
    # Clients read one form of refusal, also where no server is there to give it.
${own}
    default_backend servers

backend servers
    mode http
    balance roundrobin
    # A server that cannot reach the database says so and gets nothing more.
    option httpchk
    http-check send meth GET uri /health/ready
    http-check expect status 200
    # Only a connection that was refused goes to another server: a request that was sent is never sent twice.
    retries 2
    option redispatch 1
    retry-on conn-failure
    default-server check inter 1s fall 2 rise 1
${servers.join('\n')}

listen primary
    mode tcp
    bind ${HOST}:${layout.primaryPort}
    option httpchk
    http-check send meth GET uri /primary
    http-check expect status 200
    option clitcpka
    option srvtcpka
    timeout client 1h
    timeout server 1h
    # Nothing stays connected to a PostgreSQL that is the primary no more.
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join('\n')}

${standbyListener(layout, databases)}`;
}

/** Is the whole environment of a server but what every process has. */
export function serverEnvironment(layout: Layout, machine: Machine): Readonly<Record<string, string>> {
  const address = `${HOST}:${layout.port('pgbouncer', machine)}`;
  const account = `${PROGRAM}:${layout.programPassword}`;
  const standby = `postgres://${account}@${HOST}:${layout.standbyPort}/${PROGRAM}`;
  return {
    NODE_ENV: 'production',
    DATABASE_URL: `postgres://${account}@${address}/${PROGRAM}`,
    // A clone of an earlier version may not know the key, and refuses to start.
    ...(layout.clone === ownClone ? { KEELSON_DATABASE_READ_URL: standby } : {}),
    KEELSON_SECRET_KEYS: layout.secretKeys,
    KEELSON_DATA: join(layout.makeDirectory(machine), 'data'),
    KEELSON_LISTEN: `${HOST}:${layout.port('server', machine)}`,
    KEELSON_PUBLIC_URL: layout.url,
    KEELSON_TRUSTED_PROXIES: HOST,
    KEELSON_ADMIN_PASSWORD: layout.adminPassword,
  };
}
