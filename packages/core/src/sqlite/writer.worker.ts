// The thread that writes. It is bundled into a string (`?worker`) and started by `writer-thread.ts`.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createBatchRunner } from './batch.ts'
import { openConnection } from './connection.ts'
import { openerOf } from './engine.ts'
import { nothingChanged } from './failure.ts'
import { toPlainError } from './plain-error.ts'
import { retryWhileBusy } from './retry.ts'
import type { WriterReply, WriterRequest, WriterSetup } from './writer-thread.ts'

async function serve(port: MessagePort, { file, found, busyTimeout }: WriterSetup): Promise<void> {
  const open = openerOf(found)
  const client = await retryWhileBusy(busyTimeout, () => openConnection(open, file, busyTimeout))
  const runBatch = createBatchRunner(client)
  const reply = (message: WriterReply): void => port.postMessage(message)
  port.on('message', (request: WriterRequest) => {
    if (request !== 'close') return reply({ outcomes: runBatch(request) })
    client.close()
    port.close()
  })
  reply({ outcomes: [] })
}

if (parentPort !== null) {
  const port = parentPort
  serve(port, workerData as WriterSetup).catch((error: unknown) => {
    port.postMessage({ failure: toPlainError(nothingChanged(error)) } satisfies WriterReply)
  })
}
