// The thread that writes. It is bundled into a string (`?worker`) and started by `writer-thread.ts`.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '../connection/connection.ts'
import { rememberFiles } from '../connection/database-files.ts'
import { toStoreError } from '../connection/failure.ts'
import { retryWhileBusy } from '../connection/retry.ts'
import { createLogTrimmer } from '../connection/write-ahead-log.ts'
import type { SqliteClient } from '../engine/client.ts'
import { openerOf } from '../engine/engine.ts'
import { scrub } from '../erasure/scrub.ts'
import { createBatchRunner } from './batch.ts'
import { toPlainError } from './plain-error.ts'
import type { WriterProgress, WriterReply, WriterRequest, WriterSetup } from './writer-messages.ts'

async function serve(
  port: MessagePort,
  { file, found, busyTimeout, logLimit }: WriterSetup,
): Promise<void> {
  const open = openerOf(found)
  const report = (migrating: WriterProgress['migrating']): void =>
    port.postMessage({ migrating } satisfies WriterProgress)
  const client = await retryWhileBusy(busyTimeout, () =>
    openConnection(open, file, busyTimeout, report),
  )
  const files = rememberFiles(file)
  const runBatch = createBatchRunner(client, files.assertSame)
  const trimLog = createLogTrimmer({ client, file, busyTimeout, limit: logLimit })
  const reply = (message: WriterReply): void => port.postMessage(message)
  port.on('message', (request: WriterRequest) => {
    if (request === 'close') {
      client.close()
      port.close()
      return
    }
    if (request === 'scrub') {
      reply(scrubbed(client, files.assertSame))
      return
    }
    reply({ outcomes: runBatch(request.operations, request.at) })
    trimLog()
  })
  reply({ outcomes: [] })
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

if (parentPort !== null) {
  const port = parentPort
  serve(port, workerData as WriterSetup).catch((error: unknown) => {
    port.postMessage({ failure: toPlainError(toStoreError(error)) } satisfies WriterReply)
  })
}
