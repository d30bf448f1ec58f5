import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, isListening } from '../../../tooling/ports.mjs'
import { copied } from './send.mjs'
import { open as openStowage } from './stowage.mjs'

/** Whether this machine has nginx. */
export function isThere() {
  return spawnSync('nginx', ['-v']).status === 0
}

/**
 * nginx on a folder. With `behind` it is in front of a node:http server whose X-Accel-Redirect names the file to send:
 * `stowage` after its checks, `unchecked` without any.
 */
export async function open(directory, { behind: who, ...settings }) {
  const files = path.join(directory, 'files')
  mkdirSync(files)
  const behind = who === undefined ? undefined : await BEHIND[who](files, settings)
  const port = await freePort()
  writeFileSync(path.join(directory, 'nginx.conf'), configuration({ port, files, behind }))
  const nginx = spawn('nginx', ['-p', directory, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: 'inherit',
  })
  await listening(port)

  function usage() {
    const own = process.cpuUsage()
    const status = [nginx.pid, ...childrenOf(nginx.pid)].map(usageOf)
    const sum = (member) => status.reduce((total, each) => total + each[member], 0)
    const behindCpu = behind ? own.user + own.system : 0
    const behindResident = behind ? process.memoryUsage.rss() : 0
    const resident = behindResident + sum('resident')
    return { cpu: behindCpu + sum('cpu'), resident, peak: resident }
  }

  return {
    facts: { headers: {}, ...behind?.facts, port },
    usage,
    reset: usage,
    files: behind?.files ?? ((names) => copied(names, files)),
    async close() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
      await behind?.close()
    },
  }
}

const BEHIND = {
  async stowage(directory, settings) {
    const handler = { delivery: { accel: 'x-accel-redirect' } }
    return listen(await openStowage(directory, { ...settings, handler }))
  },
  unchecked(directory) {
    const server = createHttpServer((req, res) => {
      const headers = { 'x-accel-redirect': `/stowage-files${req.url}`, 'content-length': 0 }
      res.writeHead(200, headers).end()
    })
    return listen({
      server,
      facts: { headers: {} },
      files: (names) => copied(names, directory),
      close: async () => {},
    })
  },
}

async function listen({ server, close, ...target }) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...target,
    port: server.address().port,
    async close() {
      server.close()
      server.closeAllConnections()
      await close()
    },
  }
}

function configuration({ port, files, behind }) {
  const location =
    behind === undefined
      ? `location / { root ${files}; }`
      : `location / { proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ''; }
    location /stowage-files/ { internal; alias ${files}/; }`
  const upstream =
    behind === undefined
      ? ''
      : `upstream behind { server 127.0.0.1:${behind.port}; keepalive 64; keepalive_requests 1000000; }`
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    ${location}
  }
}
`
}

async function listening(port) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isListening(port)) return
    await pause(25)
  }
  throw new Error('nginx does not listen.')
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)?.[1] === String(pid))
}

/** CPU time in microseconds (the system counts in hundredths of a second) and resident bytes. */
function usageOf(pid) {
  const stat = statOf(pid) ?? []
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
  return { cpu: (Number(stat[11]) + Number(stat[12])) * 10_000, resident: pages * 4096 }
}

/** The fields after the name. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
