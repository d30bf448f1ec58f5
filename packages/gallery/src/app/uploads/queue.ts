import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { isApiClientError } from '@stowage/client'
import { client, noteFailure, session } from '../session/session.ts'
import { t } from '../words/words.ts'
import { forgetFolders, makeFolder } from './make-folders.ts'
import { measureRate } from './rate.ts'
import { showStored } from './show-stored.ts'
import { type ChosenFile, type Destination, newUpload, type Upload } from './upload.ts'

const AT_ONCE = 3

/** Every upload that the panel shows, in the order of choosing. */
export const uploads = signal<readonly Upload[]>([])

/** How many there are of each state, and bytes of those that were not cancelled. */
export const progress = computed(() => {
  const counts = { waiting: 0, sending: 0, stored: 0, failed: 0, cancelled: 0 }
  const bytes = { sent: 0, total: 0 }
  for (const { state, sent, file } of uploads.value) {
    const { kind } = state.value
    counts[kind] += 1
    if (kind === 'failed' || kind === 'cancelled') continue
    bytes.sent += kind === 'stored' ? file.size : sent.value
    bytes.total += file.size
  }
  return { ...counts, running: counts.waiting + counts.sending > 0, bytes }
})

/**
 * Files that came back because the session or the connection was gone: they wait for it, instead of failing one after
 * the other. Once each, because a file may itself be why its connections break.
 */
const waitedOnce = new WeakSet<Upload['state']>()

export const rate = measureRate(() => progress.peek().bytes.sent)

/** Uploads files, three at a time, after those that wait already. */
export function upload(files: readonly ChosenFile[], into: Destination): void {
  uploads.value = [...uploads.value, ...files.map((file) => newUpload(file, into))]
  start()
}

export function cancel({ state }: Upload): void {
  const { value } = state
  if (value.kind === 'sending') value.abort.abort()
  if (value.kind === 'sending' || value.kind === 'waiting') state.value = { kind: 'cancelled' }
  start()
}

export function retry(...failed: readonly Upload[]): void {
  batch(() => {
    for (const { state, sent } of failed) {
      sent.value = 0
      waitedOnce.delete(state)
      state.value = { kind: 'waiting' }
    }
  })
  start()
}

export function cancelAll(): void {
  batch(() => {
    // Those that wait first, or each cancelled one would start the next.
    for (const one of uploads.value) if (one.state.value.kind === 'waiting') cancel(one)
    for (const one of uploads.value) if (one.state.value.kind === 'sending') cancel(one)
  })
}

export function retryAll(): void {
  retry(...uploads.value.filter(({ state }) => state.value.kind === 'failed'))
}

/** Empties the panel of what is over. */
export function clear(): void {
  uploads.value = uploads.value.filter(({ state }) =>
    ['waiting', 'sending'].includes(state.value.kind),
  )
}

function start(): void {
  if (session.peek().status !== 'ready') return
  const all = uploads.peek()
  let sending = all.filter(({ state }) => state.peek().kind === 'sending').length
  for (const next of all) {
    if (sending >= AT_ONCE) break
    if (next.state.peek().kind !== 'waiting') continue
    sending += 1
    void send(next)
  }
  if (sending === 0) forgetFolders()
}

async function send({ file, folders, into, state, sent }: Upload): Promise<void> {
  const abort = new AbortController()
  const { signal } = abort
  state.value = { kind: 'sending', abort }
  rate.start()
  try {
    const folderId = await makeFolder(into.folderId, folders, signal)
    const asset = await client().upload(file, {
      signal,
      fields: folderId === null ? undefined : { folder_id: folderId },
      onProgress: ({ loaded }) => {
        sent.value = loaded
      },
    })
    state.value = { kind: 'stored', asset }
    showStored(!progress.value.running)
  } catch (error) {
    if (signal.aborted) return
    const gone = noteFailure(error) || session.peek().status !== 'ready'
    const waits = gone && !waitedOnce.has(state)
    if (gone) waitedOnce.add(state)
    sent.value = 0
    state.value = waits ? { kind: 'waiting' } : { kind: 'failed', reason: reasonOf(error) }
  } finally {
    if (!progress.value.running) rate.stop()
  }
  start()
}

function reasonOf(error: unknown): string {
  if (isApiClientError(error) && error.code === 'network_failed') return t('uploads.network')
  return error instanceof Error ? error.message : String(error)
}

effect(() => {
  if (session.value.status === 'ready') untracked(start)
})
