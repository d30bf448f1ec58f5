import { batch, effect, untracked } from '@preact/signals'
import { isApiClientError } from '@stowage/client'
import { createUploader, type UploadItem } from '@stowage/client/uploader'
import { reasonFor } from '../session/reason.ts'
import { client, noteFailure, session } from '../session/session.ts'
import { t } from '../words/words.ts'
import { inSlices } from './in-slices.ts'
import { add, of, progress, remove, setState } from './ledger.ts'
import { forgetFolders, makeFolder } from './make-folders.ts'
import { measureRate } from './rate.ts'
import { untilReady } from './session-ready.ts'
import { showStored } from './show-stored.ts'
import {
  type ChosenFile,
  type Destination,
  newUpload,
  type Upload,
  type UploadState,
} from './upload.ts'

/** Sends the files, three at a time. What is shown of them is in the ledger. */
const uploader = createUploader({ client })
/** By their id in the uploader, and the other way round. */
const uploads = new Map<string, Upload>()
const ids = new WeakMap<Upload['state'], string>()

/**
 * Files that came back because the session or the connection was gone. They wait for it, instead of failing one after
 * the other. Each waits only once, because a file may itself be why its connections break.
 */
const waitedOnce = new WeakSet<Upload['state']>()
const returning = new Set<Upload>()

export const rate = measureRate(() => progress.peek().bytes.sent)

/** Uploads files, after those that wait already. */
export async function upload(files: readonly ChosenFile[], into: Destination): Promise<void> {
  await inSlices(files, (chosen) => {
    const one = newUpload(chosen, into)
    const [id = ''] = uploader.add(chosen.file, async (signal) => {
      await untilReady(signal)
      const folderId = await makeFolder(into.folderId, chosen.folders, signal)
      return folderId === null ? {} : { folder_id: folderId }
    })
    uploads.set(id, one)
    ids.set(one.state, id)
    add(one)
    show(uploader.get(id))
  })
}

export function pause(upload: Upload): void {
  uploader.pause(idOf(upload))
}

export function resume(upload: Upload): void {
  uploader.resume(idOf(upload))
}

export function cancel(upload: Upload): void {
  // One that waits for the session has failed for the uploader.
  returning.delete(upload)
  uploader.cancel(idOf(upload))
}

export function retry(...failed: readonly Upload[]): void {
  batch(() => {
    for (const upload of failed) {
      waitedOnce.delete(upload.state)
      uploader.retry(idOf(upload))
    }
  })
}

export function cancelAll(): void {
  batch(() => {
    for (const one of [...of('waiting'), ...of('paused'), ...of('sending')]) cancel(one)
  })
}

export function retryAll(): void {
  retry(...of('failed'))
}

/** Removes from the panel what is over. */
export function clear(): void {
  batch(() => {
    for (const one of [...of('failed'), ...of('stored'), ...of('cancelled')]) {
      remove(one)
      uploads.delete(idOf(one))
      uploader.remove(idOf(one))
    }
  })
}

function idOf({ state }: Upload): string {
  return ids.get(state) ?? ''
}

/** Brings what the uploader says of a file into the ledger. */
function show(item: UploadItem | undefined): void {
  const upload = uploads.get(item?.id ?? '')
  if (item === undefined || upload === undefined) return
  const before = upload.state.peek().kind
  const state = stateOf(item, upload)
  setState(upload, state, state.kind === 'waiting' || state.kind === 'failed' ? 0 : item.sent)
  if (state.kind === 'sending') rate.start()
  if (state.kind === 'stored' && before !== 'stored') {
    showStored(state.asset.attributes.folder_id, !progress.peek().running)
  }
  if (!progress.peek().running) rate.stop()
  if (of('sending').size === 0) forgetFolders()
}

function stateOf(item: UploadItem, upload: Upload): UploadState {
  const { status, asset, error } = item
  if (status === 'done' && asset !== null) return { kind: 'stored', asset }
  if (status === 'failed') return failureOf(error, upload)
  if (status === 'sending' || status === 'finishing') {
    // The page then says that the service cannot be reached.
    if (item.isStalled) noteFailure(error)
    return { kind: 'sending', isStalled: item.isStalled }
  }
  return { kind: status === 'paused' || status === 'cancelled' ? status : 'waiting' }
}

function failureOf(error: unknown, upload: Upload): UploadState {
  const gone = noteFailure(error) || session.peek().status !== 'ready'
  const waits = gone && !waitedOnce.has(upload.state)
  if (gone) waitedOnce.add(upload.state)
  if (waits) returning.add(upload)
  return waits ? { kind: 'waiting' } : { kind: 'failed', reason: reasonOf(error) }
}

function reasonOf(error: unknown): string {
  if (isApiClientError(error) && error.code === 'network_failed') return t('uploads.network')
  if (isApiClientError(error)) return reasonFor(error)
  // Such as a file that was deleted on the disk after it was chosen.
  return t('uploads.unreadable')
}

uploader.subscribe(show)

effect(() => {
  if (session.value.status !== 'ready') return
  untracked(() => {
    for (const upload of returning) {
      returning.delete(upload)
      uploader.retry(idOf(upload))
    }
  })
})
