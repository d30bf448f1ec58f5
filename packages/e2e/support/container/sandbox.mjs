// What a container engine does with a root file system, done by bubblewrap: its programs are this machine's.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Why there can be no sandbox here; `undefined` when there can. Installs bubblewrap where it may. */
export function whyNoSandbox() {
  if (process.platform !== 'linux') return 'bubblewrap is for Linux'
  if (process.getuid() !== 0) return 'only root may be somebody else in there'
  const works = () =>
    succeeds('bwrap', '--ro-bind', '/', '/', '--proc', '/proc', '--unshare-pid', 'true')
  if (works()) return undefined
  succeeds('apt-get', 'install', '--yes', '--no-install-recommends', 'bubblewrap')
  return works() ? undefined : 'bubblewrap is not installed, or may not be used'
}

/** A root file system without programs of its own, with the user `node` of Node's images. */
export async function makeRoot(directory) {
  for (const name of ['usr', 'etc', 'proc', 'dev', 'tmp', 'root']) {
    await mkdir(path.join(directory, name), { recursive: true })
  }
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await symlink(`usr/${name}`, path.join(directory, name))
  }
  const users = ['root:x:0:0::/root:/bin/sh', 'node:x:1000:1000::/home/node:/bin/sh', '']
  await writeFile(path.join(directory, 'passwd'), users.join('\n'))
  await writeFile(path.join(directory, 'group'), 'root:x:0:\nnode:x:1000:\n')
  return directory
}

/**
 * Starts a program in a root file system. `readOnly` is Docker's `--read-only --tmpfs /tmp`, `volumes` are its volumes,
 * `user: 'node'` has no rights of root.
 */
export function spawnIn(
  root,
  [command, ...args],
  { cwd = '/', env = {}, readOnly = false, volumes = {}, user, stdio = 'pipe' } = {},
) {
  const inside = [
    ...[readOnly ? '--ro-bind' : '--bind', root, '/'],
    ...['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'],
    ...['--ro-bind', path.join(root, 'passwd'), '/etc/passwd'],
    ...['--ro-bind', path.join(root, 'group'), '/etc/group'],
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--perms',
      '1777',
      '--tmpfs',
      '/tmp',
      '--unshare-pid',
      '--die-with-parent',
    ],
    ...Object.entries(volumes).flatMap(([at, directory]) => ['--bind', directory, at]),
    ...['--chdir', cwd, '--'],
    ...(user === 'node' ? AS_NODE : []),
  ]
  return spawn('bwrap', [...inside, command, ...args], { env, stdio })
}

const AS_NODE = [
  'setpriv',
  '--reuid=1000',
  '--regid=1000',
  '--clear-groups',
  '--no-new-privs',
  '--bounding-set=-all',
]

/** Runs a program in a root file system to its end. Resolves to its code and what it printed. */
export async function runIn(root, command, options) {
  const child = spawnIn(root, command, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}

function succeeds(command, ...args) {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
