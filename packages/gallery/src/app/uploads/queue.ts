import { batch, effect, untracked } from '@preact/signals'
import { isApiClientError } from '@stowage/client'
import { reasonFor } from '../session/reason.ts'
import { client, noteFailure, session } from '../session/session.ts'
import { t } from '../words/words.ts'
import { inSlices } from './in-slices.ts'
import { add, of, progress, remove, setSent, setState } from './ledger.ts'
import { forgetFolders, makeFolder } from './make-folders.ts'
import { measureRate } from './rate.ts'
import { showStored } from './show-stored.ts'
import { attemptOf, type ChosenFile, type Destination, newUpload, type Upload } from './upload.ts'

const AT_ONCE = 3

/**
 * Files that came back because the session or the connection was gone. They wait for it, instead of failing one after
 * the other. Each waits only once, because a file may itself be why its connections break.
 */
const waitedOnce = new WeakSet<Upload['state']>()

export const rate = measureRate(() => progress.peek().bytes.sent)

/** Uploads files, three at a time, after those that wait already. */
export async function upload(files: readonly ChosenFile[], into: Destination): Promise<void> {
  await inSlices(files, (file) => {
    add(newUpload(file, into))
    start()
  })
}

export function cancel(upload: Upload): void {
  const state = upload.state.peek()
  if (state.kind === 'sending') state.abort.abort()
  if (state.kind === 'sending' || state.kind === 'waiting') setState(upload, { kind: 'cancelled' })
  start()
}

export function retry(...failed: readonly Upload[]): void {
  batch(() => {
    for (const upload of failed) {
      waitedOnce.delete(upload.state)
      setState(upload, { kind: 'waiting' }, 0)
    }
  })
  start()
}

export function cancelAll(): void {
  batch(() => {
    // Waiting uploads first, because otherwise each cancelled one would start the next.
    for (const one of [...of('waiting'), ...of('sending')]) cancel(one)
  })
}

export function retryAll(): void {
  retry(...of('failed'))
}

/** Removes from the panel what is over. */
export function clear(): void {
  batch(() => {
    for (const one of [...of('failed'), ...of('stored'), ...of('cancelled')]) remove(one)
  })
}

function start(): void {
  if (session.peek().status !== 'ready') return
  for (const next of of('waiting')) {
    if (of('sending').size >= AT_ONCE) break
    void send(next)
  }
  if (of('sending').size === 0) forgetFolders()
}

async function send(upload: Upload): Promise<void> {
  const { file, folders, into, state } = upload
  const abort = new AbortController()
  const { signal } = abort
  setState(upload, { kind: 'sending', abort })
  rate.start()
  try {
    const folderId = await makeFolder(into.folderId, folders, signal)
    const asset = await client().upload(file, {
      ...attemptOf(upload, folderId),
      signal,
      onProgress: ({ loaded }) => {
        if (!signal.aborted) setSent(upload, loaded)
      },
    })
    // The person cancelled it while its answer arrived.
    if (signal.aborted) return
    setState(upload, { kind: 'stored', asset })
    showStored(folderId, !progress.value.running)
  } catch (error) {
    if (signal.aborted) return
    const gone = noteFailure(error) || session.peek().status !== 'ready'
    const waits = gone && !waitedOnce.has(state)
    if (gone) waitedOnce.add(state)
    setState(upload, waits ? { kind: 'waiting' } : { kind: 'failed', reason: reasonOf(error) }, 0)
  } finally {
    if (!progress.value.running) rate.stop()
  }
  start()
}

function reasonOf(error: unknown): string {
  if (isApiClientError(error) && error.code === 'network_failed') return t('uploads.network')
  if (isApiClientError(error)) return reasonFor(error)
  // Such as a file that was deleted on the disk after it was chosen.
  return t('uploads.unreadable')
}

effect(() => {
  if (session.value.status === 'ready') untracked(start)
})
