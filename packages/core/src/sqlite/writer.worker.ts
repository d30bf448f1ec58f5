// The thread that writes. It is bundled into a string (`?worker`) and started by `writer-thread.ts`.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createBatchRunner } from './batch.ts'
import { openConnection } from './connection.ts'
import { rememberFiles } from './database-files.ts'
import { openerOf } from './engine.ts'
import { nothingChanged } from './failure.ts'
import { toPlainError } from './plain-error.ts'
import { retryWhileBusy } from './retry.ts'
import { createLogTrimmer } from './write-ahead-log.ts'
import type { WriterReply, WriterRequest, WriterSetup } from './writer-thread.ts'

async function serve(
  port: MessagePort,
  { file, found, busyTimeout, logLimit }: WriterSetup,
): Promise<void> {
  const open = openerOf(found)
  const client = await retryWhileBusy(busyTimeout, () => openConnection(open, file, busyTimeout))
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
    reply({ outcomes: runBatch(request.operations, request.at) })
    trimLog()
  })
  reply({ outcomes: [] })
}

if (parentPort !== null) {
  const port = parentPort
  serve(port, workerData as WriterSetup).catch((error: unknown) => {
    port.postMessage({ failure: toPlainError(nothingChanged(error)) } satisfies WriterReply)
  })
}
