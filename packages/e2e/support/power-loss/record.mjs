import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VOLUME } from './places.mjs'
import { momentsOf } from './strace-log.mjs'
import { readVolume } from './volume.mjs'

const WORKLOAD = fileURLToPath(new URL('workload.mjs', import.meta.url))

/** What changes files or makes changes durable; what the replay has no model for is among them, to be refused. */
const CALLS = [
  'open,openat,openat2,creat,close,dup,dup2,dup3,lseek,mmap',
  'write,writev,pwrite64,pwritev,pwritev2,truncate,ftruncate,fallocate,copy_file_range,sendfile',
  'rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir',
  'fsync,fdatasync,sync_file_range,sync,syncfs,msync,io_uring_enter',
].join(',')

/** Installs strace when it is missing. Resolves to why nothing can be recorded here, or to `null`. */
export function whyNothingCanBeRecorded() {
  if (process.platform !== 'linux') return 'strace needs Linux'
  if (spawnSync('strace', ['--version']).status !== 0) {
    const install =
      'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq strace'
    if (spawnSync('sh', ['-c', install]).status !== 0) return 'strace cannot be installed'
  }
  const trial = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' })
  return trial.status === 0 ? null : `ptrace is not permitted: ${trial.stderr.trim()}`
}

/**
 * Runs one scenario of the workload on `core`, a built @stowage/core, in `directory`, and resolves to the
 * session: the `moments` of its calls, whether it was `cutOff`, and what then lay in the `volume`.
 * For `number` see there; in `failingSyncs` every so-manieth sync of a thread fails with EIO, after the first 20.
 */
export async function record({ core, directory, scenario, number = 1, seed }) {
  const log = path.join(directory, 'strace.log')
  const args = ['-f', '-xx', '-s', '100000000', '-e', 'signal=none', '-e', `trace=${CALLS}`]
  if (scenario === 'failingSyncs') {
    args.push('-e', `inject=fsync,fdatasync:error=EIO:when=${20 + number}+${number}`)
  }
  const child = [
    process.execPath,
    WORKLOAD,
    core,
    directory,
    scenario,
    String(number),
    String(seed),
  ]
  await mkdir(path.join(directory, VOLUME), { recursive: true })
  const cutOff = scenario === 'killed'
  await promisify(execFile)('strace', [...args, '-o', log, ...child], {
    // Calls in a ring never pass strace.
    env: { ...process.env, UV_USE_IO_URING: '0' },
    timeout: 300_000,
    maxBuffer: 2 ** 24,
  }).catch((error) => {
    if (!cutOff || error.signal !== 'SIGKILL') throw error
  })
  const moments = momentsOf(await readFile(log, 'latin1'))
  await rm(log)
  return { moments, cutOff, volume: await readVolume(path.join(directory, VOLUME)) }
}
