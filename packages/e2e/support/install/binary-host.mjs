import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SQLITE_VERSION } from './binding-of.mjs'

/**
 * Serves prebuilt bindings of better-sqlite3 from loopback, named as its releases name them. `bindings` are files by the
 * number of their Node; any other answers 404. `serve` adds more.
 */
export async function serveBindings(bindings) {
  const archives = new Map()
  async function serve(more) {
    for (const [abi, file] of more) archives.set(archiveName(abi), await archiveOf(file))
  }
  await serve(bindings)
  const server = createServer((request, response) => {
    const archive = archives.get(path.basename(request.url))
    if (archive === undefined) response.writeHead(404).end()
    else response.end(archive)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    serve,
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => server.close(),
  }
}

function archiveName(abi) {
  return `better-sqlite3-v${SQLITE_VERSION}-node-v${abi}-${process.platform}-${process.arch}.tar.gz`
}

async function archiveOf(file) {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-archive-'))
  try {
    const release = path.join(folder, 'build/Release')
    await mkdir(release, { recursive: true })
    await cp(file, path.join(release, 'better_sqlite3.node'))
    return execFileSync('tar', ['-czC', folder, 'build'], { maxBuffer: 2 ** 26 })
  } finally {
    await rm(folder, { recursive: true })
  }
}
