import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

/** @tus/server with its file store: creation with upload, one request a file. No fsync, and only its own record. */
export async function open(directory) {
  const tus = new Server({ path: '/files', datastore: new FileStore({ directory }) })
  return {
    server: createServer({ requestTimeout: 0 }, (req, res) => tus.handle(req, res)),
    facts: { path: '/files', isTus: true, headers: { 'tus-resumable': '1.0.0' } },
  }
}
