// Starts Ceph's own S3 gateway on this machine, for tests: `node ceph.mjs start` prints the shell lines that name it
// (S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_DIRECTORY), `node ceph.mjs stop DIRECTORY` stops it. Needs root and
// Debian's ceph-mon, ceph-osd, ceph-mgr and radosgw, which `start` installs when they are missing. Keeps everything in
// memory and in one temporary directory, and listens only on the loopback interface.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePorts } from './ports.mjs'

const PACKAGES = ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw']
const ACCESS_KEY = 'stowage'
const SECRET_KEY = 'stowage-secret'

/** Starts everything; `stopGateway` and `startGateway` stop and restart only the S3 side. */
export async function startCeph() {
  install()
  const directory = mkdtempSync(path.join(tmpdir(), 'stowage-ceph-'))
  const [mon, s3] = await freePorts(2)
  configure(directory, mon, s3)
  try {
    startCluster(directory, mon)
    await startGateway(directory, s3)
    createUser(directory)
  } catch (error) {
    await stopCeph(directory)
    throw error
  }
  return {
    directory,
    endpoint: `http://127.0.0.1:${s3}`,
    accessKeyId: ACCESS_KEY,
    secretAccessKey: SECRET_KEY,
    stopGateway: () => end(directory, 'radosgw'),
    startGateway: () => startGateway(directory, s3),
    stop: () => stopCeph(directory),
  }
}

async function stopCeph(directory) {
  for (const name of ['radosgw', 'osd', 'mon']) await end(directory, name)
  rmSync(directory, { recursive: true, force: true })
}

function install() {
  const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
  if (['ceph-mon', 'ceph-osd', 'radosgw', 'monmaptool'].every(has)) return
  const apt = (...args) =>
    run('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...PACKAGES)
}

function configure(directory, mon, s3) {
  const at = (name) => path.join(directory, name)
  for (const name of ['mon', 'osd', 'run']) mkdirSync(at(name))
  const settings = {
    fsid: randomUUID(),
    'mon host': `[v2:127.0.0.1:${mon}/0]`,
    'mon initial members': 'a',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'ms mon client mode': 'crc',
    'run dir': at('run'),
    'admin socket': at('run/$cluster-$name.asok'),
    'log file': at('$name.log'),
    'mon data': at('mon'),
    'mon cluster log file': at('cluster.log'),
    'mon allow pool size one': true,
    'mon data avail crit': 1,
    'mon data avail warn': 2,
    'osd data': at('osd'),
    'osd objectstore': 'memstore',
    'memstore device bytes': 4 * 1024 ** 3,
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 8,
    'osd crush chooseleaf type': 0,
    'osd scrub auto repair': false,
    'rgw data': at('run'),
    'rgw frontends': `beast endpoint=127.0.0.1:${s3}`,
    'rgw thread pool size': 64,
    'rgw enable usage log': false,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  // The monitor takes its address and port from the map.
  const osd =
    '[osd]\npublic addr = 127.0.0.1\ncluster addr = 127.0.0.1\nosd heartbeat addr = 127.0.0.1\n'
  writeFileSync(at('ceph.conf'), `[global]\n${lines.join('\n')}\n${osd}`)
}

function startCluster(directory, mon) {
  const at = (name) => path.join(directory, name)
  const config = ['-c', at('ceph.conf')]
  const { fsid } = /fsid = (?<fsid>\S+)/.exec(readFileSync(at('ceph.conf'), 'utf8')).groups
  const address = `[v2:127.0.0.1:${mon}/0]`
  run('monmaptool', ['--create', '--addv', 'a', address, '--fsid', fsid, at('monmap')])
  run('ceph-mon', [...config, '-i', 'a', '--mkfs', '--monmap', at('monmap')])
  daemon(directory, 'mon', 'ceph-mon', [...config, '-i', 'a', '-f'])
  const ceph = (...args) => run('ceph', [...config, '--connect-timeout', '60', ...args])
  ceph('osd', 'create')
  run('ceph-osd', [...config, '-i', '0', '--mkfs'])
  ceph('osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost')
  daemon(directory, 'osd', 'ceph-osd', [...config, '-i', '0', '-f'])
}

async function startGateway(directory, port) {
  const config = path.join(directory, 'ceph.conf')
  daemon(directory, 'radosgw', 'radosgw', ['-c', config, '-n', 'client.rgw', '-f'])
  const until = Date.now() + 120_000
  while (!(await answers(port))) {
    if (Date.now() > until) throw new Error(`The gateway did not start: see ${directory}`)
    await delay(200)
  }
}

function createUser(directory) {
  const names = ['--uid=stowage', '--display-name=stowage']
  const keys = ['--access-key', ACCESS_KEY, '--secret-key', SECRET_KEY]
  const config = ['-c', path.join(directory, 'ceph.conf'), '-n', 'client.rgw']
  run('radosgw-admin', [...config, 'user', 'create', ...names, ...keys, '--max-buckets=0'])
}

function daemon(directory, name, command, args) {
  const log = openSync(path.join(directory, `${name}.out`), 'a')
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.unref()
  writeFileSync(path.join(directory, `${name}.pid`), String(child.pid))
}

async function end(directory, name) {
  const file = path.join(directory, `${name}.pid`)
  const known = readdirSync(directory).includes(`${name}.pid`)
  if (!known) return
  const pid = Number(readFileSync(file, 'utf8'))
  rmSync(file)
  // A test cluster needs no clean shutdown.
  for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) {
    process.kill(pid, 'SIGKILL')
    await delay(50)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function answers(port) {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2000) })
    return true
  } catch {
    return false
  }
}

function run(command, args, options = {}) {
  const { status, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    ...options,
  })
  if (status !== 0) {
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [verb, directory] = process.argv.slice(2)
  if (verb === 'start') {
    const ceph = await startCeph()
    console.log(`export S3_ENDPOINT=${ceph.endpoint} S3_DIRECTORY=${ceph.directory}`)
    console.log(`export S3_ACCESS_KEY=${ceph.accessKeyId} S3_SECRET_KEY=${ceph.secretAccessKey}`)
  } else if (verb === 'stop' && directory !== undefined) await stopCeph(directory)
  else {
    console.error('usage: node ceph.mjs start | stop DIRECTORY')
    process.exitCode = 2
  }
}
