// The code of each thread of SQLite, bundled once into a string (`?worker`), because most of it is what they share. Its
// first message is the setup of the role.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { serveBackup } from '../backup/serve-backup.ts'
import type { ThreadRole } from '../connection/thread-role.ts'
import { serveLists } from '../finding/serve-lists.ts'
import { serveWrites } from '../writer/serve-writes.ts'

const SERVES: Record<ThreadRole['role'], (port: MessagePort) => void> = {
  writer: serveWrites,
  finder: serveLists,
  backup: serveBackup,
}

if (parentPort !== null) SERVES[(workerData as ThreadRole).role](parentPort)
