import type { MessagePort } from 'node:worker_threads'
import { openConnection } from '../connection/connection.ts'
import { type DatabaseFiles, rememberedFiles, rememberFiles } from '../connection/database-files.ts'
import { databaseRoom } from '../connection/database-room.ts'
import { toStoreError } from '../connection/failure.ts'
import { retryWhileBusy } from '../connection/retry.ts'
import { createLogTrimmer, LOG_LIMIT } from '../connection/write-ahead-log.ts'
import type { SqliteClient } from '../driver/client.ts'
import { openerOf } from '../driver/driver.ts'
import { scrub } from '../erasure/scrub.ts'
import { createBatchRunner } from './batch.ts'
import { toPlainError } from './plain-error.ts'
import type { WriterProgress, WriterReply, WriterRequest, WriterSetup } from './writer-messages.ts'

type Serve = (request: WriterRequest) => void

/** Opens the database. Resolves to the handler of requests until `close`. */
async function open(port: MessagePort, setup: WriterSetup): Promise<Serve> {
  const { file, opened } = setup
  const known = opened === undefined ? undefined : rememberedFiles(file, opened)
  try {
    return await openKnown(port, setup, known)
  } catch (error) {
    // A missing file explains the error better.
    known?.assertSame()
    throw error
  }
}

/** `known`: the files that another thread has open. With it, a missing file is not made again. */
async function openKnown(
  port: MessagePort,
  { file, found, busyTimeout, logLimit, keepFree }: WriterSetup,
  known: DatabaseFiles | undefined,
): Promise<Serve> {
  const opener = openerOf(found)
  const open = known === undefined ? opener : (path: string) => opener(path, { mustExist: true })
  const report = (migrating: WriterProgress['migrating']): void =>
    port.postMessage({ migrating } satisfies WriterProgress)
  const client = await retryWhileBusy(busyTimeout, () =>
    openConnection(open, file, busyTimeout, report),
  )
  const files = known ?? rememberFiles(file)
  const room = databaseRoom(client, file, keepFree)
  const runBatch = createBatchRunner(client, { assertUsable: files.assertSame, ...room })
  const limit = Math.min(logLimit ?? LOG_LIMIT, room.logLimit)
  const { isScarce } = room
  const trimLog = createLogTrimmer({ client, file, busyTimeout, limit, isScarce })
  const reply = (message: WriterReply): void => port.postMessage(message)
  return (request) => {
    if (request === 'close') {
      client.close()
      reply({ outcomes: [] })
      return
    }
    if (request === 'scrub') {
      reply(scrubbed(client, files.assertSame))
      return
    }
    reply({ outcomes: runBatch(request.operations, request.at) })
    trimLog()
  }
}

function scrubbed(client: SqliteClient, assertUsable: () => void): WriterReply {
  try {
    assertUsable()
    scrub(client)
    return { outcomes: [] }
  } catch (error) {
    return { failure: toPlainError(toStoreError(error)) }
  }
}

/** Serves one database after the other, each from its setup to `close`. */
export function serveWrites(port: MessagePort): void {
  let serve: Serve | null = null
  port.on('message', (message: WriterSetup | WriterRequest) => {
    if (serve !== null) {
      const request = message as WriterRequest
      serve(request)
      if (request === 'close') serve = null
      return
    }
    open(port, message as WriterSetup).then(
      (opened) => {
        serve = opened
        port.postMessage({ outcomes: [] } satisfies WriterReply)
      },
      (error: unknown) =>
        port.postMessage({ failure: toPlainError(toStoreError(error)) } satisfies WriterReply),
    )
  })
}
