import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, isListening } from '../../tooling/ports.mjs'

const PAGE = fileURLToPath(new URL('../../../docs/delivery.md', import.meta.url))

/** `nginx version: …`, or `null` when there is none. */
export function nginxVersion() {
  const { status, stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' })
  return status === 0 ? stderr.trim() : null
}

/**
 * Starts nginx with the configuration that docs/delivery.md shows, in front of the app at `appPort` whose
 * store is in `media`. `directory` holds what nginx writes. `block`: which of the page's configurations, from 0.
 * `more` is put into its `server` block, `http` before it.
 */
export async function startNginx({ directory, media, appPort, block = 0, more = '', http = '' }) {
  const port = await freePort()
  const page = await readFile(PAGE, 'utf8')
  const [, shown] = [...page.matchAll(/```nginx\n([\s\S]*?)```/g)][block] ?? []
  const servers = shown
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${appPort}`)
    .replaceAll('listen 8080;', `listen 127.0.0.1:${port};\n${more}`)
    .replaceAll('/var/cache/nginx/', `${directory}/cache/`)
    .replaceAll('/srv/media/', `${media}/`)
  const own = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name === 'body' ? 'client_body' : name}_temp_path ${name};`,
  )
  await mkdir(path.join(directory, 'cache'))
  await writeFile(
    path.join(directory, 'nginx.conf'),
    [
      'daemon off;',
      // The files of the store are its user's alone.
      process.getuid() === 0 ? 'user root;' : '',
      'pid nginx.pid;',
      'events { worker_connections 4096; }',
      `http { access_log off; ${own.join(' ')}`,
      http,
      servers,
      '}',
    ].join('\n'),
  )
  const nginx = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: 'inherit',
  })
  await listening(port, nginx)
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: nginx.pid,
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

async function listening(port, nginx) {
  for (let attempt = 0; attempt < 400 && nginx.exitCode === null; attempt += 1) {
    if (await isListening(port)) return
    await pause(25)
  }
  throw new Error('nginx does not listen.')
}
